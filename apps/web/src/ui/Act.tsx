import type { ButtonHTMLAttributes, ReactNode } from 'react'
import styles from './Act.module.css'
import { classNames } from './class-names.ts'

type ActProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The whole name, count included: "Like, 213 likes". */
  label: string
  icon: ReactNode
  /** The number beside the icon, already formatted. */
  count?: string
  /** A word after the number, where there is room: "likes". */
  word?: string
  /** On or off, for a like or a save; left out for a plain action. */
  pressed?: boolean
}

/** A reaction under a post: like, comment, share, save. */
export function Act({ label, icon, count, word, pressed, className, ...rest }: ActProps) {
  return (
    <button
      type="button"
      aria-label={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      {...rest}
      className={classNames(styles.act, className)}
    >
      {icon}
      {count !== undefined && <span className="nums">{count}</span>}
      {word && <span className="from-900"> {word}</span>}
    </button>
  )
}
