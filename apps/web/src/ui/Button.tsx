import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './states/Spinner.tsx'

type ButtonKind = 'primary' | 'spark' | 'ghost' | 'soft' | 'quiet' | 'danger' | 'dangerGhost'

type ButtonLook = {
  kind?: ButtonKind
  /** True for a smaller button: 44 px high instead of 48. */
  small?: boolean
  block?: boolean
  /**
   * True if the label contains a name that a user has chosen. The label may then wrap, and breaks a word that is wider
   * than the button.
   */
  named?: boolean
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows a spinner, keeps the focus and ignores clicks. The label should then be a verb, such as "Sending…". */
    busy?: boolean
    icon?: ReactNode
  }

/** Returns the button classes for a link: `<Link className={buttonClass({ kind: 'soft' })}>`. */
export function buttonClass({
  kind = 'primary',
  small = false,
  block = false,
  named = false,
}: ButtonLook = {}): string {
  const size = classNames(small && styles.small, block && styles.block, named && styles.named)
  return classNames(styles.button, styles[kind], size) ?? ''
}

/** Button with a label. Use `spark` only for the main action, at most once per screen. */
export function Button({ kind, small, block, named, busy = false, icon, className, children, ...rest }: ButtonProps) {
  const look = buttonClass({
    ...(kind && { kind }),
    ...(small && { small }),
    ...(block && { block }),
    ...(named && { named }),
  })
  const refuse = (event: MouseEvent) => event.preventDefault()
  return (
    <button
      type="button"
      {...rest}
      className={classNames(look, className)}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: refuse })}
    >
      {busy ? <Spinner /> : icon}
      {children}
    </button>
  )
}
