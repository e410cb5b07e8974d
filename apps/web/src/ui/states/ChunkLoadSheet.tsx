import { type PointerEvent, useLayoutEffect, useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { positionMenu } from '#ui/overlays/menu-keys.ts'
import styles from './ChunkLoadSheet.module.css'
import { LoadErrorMessage } from './LoadErrorMessage.tsx'

type ChunkLoadSheetProps = {
  /** True if the load is slow; false if the load has failed. */
  isSlow?: boolean
  /** True while a retry is running. */
  isRetrying: boolean
  onRetry: () => void
  onClose: () => void
  /** Button of the menu. The sheet opens at this button, in place of the menu. */
  menuButton?: HTMLElement
}

/** Sheet in place of a menu or dialog that loads slowly or failed to load. After a failure it has a retry button. */
export function ChunkLoadSheet({ isSlow = false, isRetrying, onRetry, onClose, menuButton }: ChunkLoadSheetProps) {
  const t = useTranslate()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (element && menuButton) positionMenu(element, menuButton)
    // Closes the sheet before the loaded dialog opens, so that the focus is on the opener again. The dialog later
    // returns the focus to the opener.
    return () => element?.close()
  }, [menuButton])
  const onPointerDown = ({ target, currentTarget }: PointerEvent) => void (target === currentTarget && onClose())
  return (
    <dialog
      ref={dialog}
      className={styles.sheet}
      data-menu={menuButton !== undefined || undefined}
      aria-label={t(isSlow ? phrases.ui.chunkSlow : phrases.ui.chunkFailed)}
      onPointerDown={onPointerDown}
      onClose={({ currentTarget }) => currentTarget.open || onClose()}
    >
      <div className={styles.panel}>
        {isSlow ? (
          <p className={styles.slow}>{t(phrases.ui.chunkSlow)}</p>
        ) : (
          <LoadErrorMessage
            title={t(phrases.ui.chunkFailed)}
            query={{ isFetching: isRetrying, refetch: async () => onRetry() }}
          >
            {t(phrases.ui.chunkFailedText)}
          </LoadErrorMessage>
        )}
        <Button kind="quiet" small onClick={onClose}>
          {t(phrases.ui.close)}
        </Button>
      </div>
    </dialog>
  )
}
