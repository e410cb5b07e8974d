import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import styles from './Button.module.css'
import { classNames } from './class-names.ts'
import { Spinner } from './states/Spinner.tsx'

type ButtonKind = 'primary' | 'spark' | 'ghost' | 'soft' | 'quiet' | 'danger' | 'dangerGhost'

type ButtonLook = {
  kind?: ButtonKind
  /** 44 px high instead of 48. */
  small?: boolean
  /** As wide as its container. */
  block?: boolean
  /** The label holds a name that somebody typed: it breaks where it must. */
  named?: boolean
}

type ButtonProps = ButtonLook &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** At work: a spinner, the focus stays, a press does nothing. The label should be a verb ("Sending…"). */
    busy?: boolean
    icon?: ReactNode
  }

/** The looks of a button for something that is a link: `<Link className={buttonClass({ kind: 'soft' })}>`. */
export function buttonClass({
  kind = 'primary',
  small = false,
  block = false,
  named = false,
}: ButtonLook = {}): string {
  const size = classNames(small && styles.small, block && styles.block, named && styles.named)
  return classNames(styles.button, styles[kind], size) ?? ''
}

/** A button with a label. At most one `spark` on a screen, for the one thing the screen is for. */
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
