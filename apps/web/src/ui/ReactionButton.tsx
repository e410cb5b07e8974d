import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './ReactionButton.module.css'

type ReactionButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Accessible name with the count: "Like, 213 likes". */
  label: string
  icon: ReactNode
  /** Formatted count beside the icon. */
  count?: string
  /** Word after the count, such as "likes". Shown only in windows from 900 px. */
  word?: string
  /** Whether the like or save is on; undefined for an action without a state. */
  pressed?: boolean
}

/** Button of an action under a post: like, comment, share or save. */
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
