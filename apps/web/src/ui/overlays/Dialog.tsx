import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Dialog.module.css'

type DialogProps = {
  open: boolean
  /** Called for Esc, the close button and a press outside. The owner then sets `open` to false. */
  onClose: () => void
  title: string
  /** A drawing before the title. */
  icon?: string
  /** A picture over the title, both centred. */
  art?: ReactNode
  children?: ReactNode
  /** Buttons at the foot, the safe choice last; an element with `data-autofocus` gets the focus. */
  actions?: ReactNode
  /** Something is lost if it goes wrong: an alertdialog, that a press outside does not close. */
  alert?: boolean
  /** What it shows cannot be shown again: a press outside does not close it. */
  shownOnce?: boolean
  /** Shows a close button of this name. */
  closeLabel?: string
  wide?: boolean
}

/**
 * A question or a small form over the page: centred from 900 px, a sheet from below under that. Native `<dialog>`:
 * focus is trapped because the page behind is inert, Esc closes, the focus returns to where it was.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, icon, art, actions, alert = false, closeLabel, wide = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const wordsId = useId()
  useOpen(dialog, open)
  const onPointerDown = (event: PointerEvent) => {
    // The dialog has no padding, so the only part of it that is not its content is the backdrop.
    if (!alert && !props.shownOnce && event.target === event.currentTarget) onClose()
  }
  return (
    <dialog
      ref={dialog}
      role={alert ? 'alertdialog' : undefined}
      className={classNames(styles.dialog, wide && styles.wide)}
      aria-labelledby={titleId}
      aria-describedby={alert ? wordsId : undefined}
      onPointerDown={onPointerDown}
      onCancel={(event) => {
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onClose()
      }}
      onClose={(event) => event.target === event.currentTarget && open && onClose()}
    >
      {open && (
        <div className={styles.panel}>
          <header className={classNames(styles.head, art !== undefined && styles.pictured)}>
            {art}
            {icon && <Drawing path={icon} />}
            <h2 id={titleId}>{title}</h2>
            {closeLabel && <IconButton label={closeLabel} icon={x} iconSize={20} onClick={onClose} />}
          </header>
          <Words id={alert ? wordsId : null}>{children}</Words>
          {actions && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}

function Drawing({ path }: { path: string }) {
  return (
    <span className={styles.icon}>
      <Icon path={path} />
    </span>
  )
}

/** The words between title and buttons; those of an alert are its description. */
function Words({ id, children }: { id: string | null; children: ReactNode }) {
  if (id === null) return children
  return (
    <div id={id} className={styles.words}>
      {children}
    </div>
  )
}

function useOpen(dialog: RefObject<HTMLDialogElement | null>, open: boolean) {
  useEffect(() => {
    const element = dialog.current
    if (!element || element.open === open) return
    if (!open) return element.close()
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [dialog, open])
}
