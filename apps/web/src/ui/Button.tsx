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
  /** True if the label contains a name that users choose: it may wrap, and a word wider than the button breaks. */
  named?: boolean
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows a spinner, keeps focus and ignores clicks. The label should be a verb ("Sending…"). */
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

/** Button with a label. Use at most one `spark` per screen, for its main action. */
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
