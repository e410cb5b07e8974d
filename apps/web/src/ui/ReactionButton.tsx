import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ReactionButton.module.css'

type ReactionButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Accessible name with the count: "Like, 213 likes". */
  label: string
  icon: ReactNode
  /** Formatted count beside the icon. */
  count?: string
  /** Word after the count, such as "likes"; only in windows from 900 px. */
  word?: string
  /** Toggle state of a like or save; undefined for a plain action. */
  pressed?: boolean
}

/** A reaction under a post: like, comment, share, save. */
export function ReactionButton({ label, icon, count, word, pressed, className, ...rest }: ReactionButtonProps) {
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
