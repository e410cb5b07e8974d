import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { type PointerEvent, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Dialog.module.css'

type DialogProps = {
  open: boolean
  /** Called for Esc, the close button and a click outside. The parent component then sets `open` to false. */
  onClose: () => void
  title: string
  /** Icon before the title. */
  icon?: string
  /** Picture above the title, both centred. */
  art?: ReactNode
  children?: ReactNode
  /** Buttons at the bottom, the safe choice last. An element with `data-autofocus` gets the focus. */
  actions?: ReactNode
  /** Alert dialog for irreversible choices; a click outside does not close it. */
  alert?: boolean
  /** True for content that can't be shown again. A click outside then does not close the dialog. */
  shownOnce?: boolean
  /** Label of the close button. Without a label there is no close button. */
  closeLabel?: string
  wide?: boolean
}

/**
 * Modal dialog: centred in windows from 900 px, a bottom sheet in narrower ones. The native `<dialog>` makes the page
 * inert, closes on Esc and returns the focus.
 */
export function Dialog(props: DialogProps) {
  const { open, onClose, title, children, icon, art, actions, alert = false, closeLabel, wide = false } = props
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const wordsId = useId()
  useOpen(dialog, open)
  const onPointerDown = (event: PointerEvent) => {
    // A click on the dialog element itself is a click on the backdrop, because the dialog has no padding.
    if (!alert && !props.shownOnce && event.target === event.currentTarget) onClose()
  }
  return (
    <dialog
      ref={dialog}
      // Removes the dialog from the Tab order, because Firefox makes a scrolling element a Tab stop.
      tabIndex={-1}
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
          <DialogText id={alert ? wordsId : null}>{children}</DialogText>
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

/** Content between title and buttons. In an alert dialog, this is the accessible description. */
function DialogText({ id, children }: { id: string | null; children: ReactNode }) {
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
    // Passes the width of the page's scroll bar to the style sheet, because an open dialog removes the scroll bar.
    if (!document.querySelector('dialog:modal')) {
      const root = document.documentElement
      root.style.setProperty('--bar', `${window.innerWidth - root.clientWidth}px`)
    }
    element.showModal()
    element.querySelector<HTMLElement>('[data-autofocus]')?.focus()
  }, [dialog, open])
}
