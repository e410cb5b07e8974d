import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { placeMenu } from '#ui/overlays/menu-keys.ts'
import { LoadFailed } from './LoadFailed.tsx'
import styles from './NotOpened.module.css'

type NotOpenedProps = {
  /** Nothing has failed: it takes long to come. */
  isSlow?: boolean
  /** It is being tried again. */
  isAgain: boolean
  onRetry: () => void
  onClose: () => void
  /** The button of a menu: this stands where the menu would. */
  at?: HTMLElement
}

/**
 * In the place of a menu or dialog whose code could not be fetched: that, and a way to try again. Or that it takes
 * long.
 */
export function NotOpened({ isSlow = false, isAgain, onRetry, onClose, at }: NotOpenedProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (element && at) placeMenu(element, at)
    // What opens instead gives the focus back to what has it then.
    return () => element?.close()
  }, [at])
  const onPointerDown = ({ target, currentTarget }: PointerEvent) => void (target === currentTarget && onClose())
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-menu={at !== undefined || undefined}
      aria-label={t(isSlow ? phrases.ui.partSlow : phrases.ui.partFailed)}
      onPointerDown={onPointerDown}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <div className={styles.panel}>
        {isSlow ? (
          <p className={styles.slow}>{t(phrases.ui.partSlow)}</p>
        ) : (
          <LoadFailed title={t(phrases.ui.partFailed)} query={{ isFetching: isAgain, refetch: async () => onRetry() }}>
            {t(phrases.ui.partFailedLead)}
          </LoadFailed>
        )}
        <Button kind="quiet" small onClick={onClose}>
          {t(phrases.ui.close)}
        </Button>
      </div>
    </dialog>
  )
}
