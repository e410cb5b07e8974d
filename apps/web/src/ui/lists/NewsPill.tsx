import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './NewsPill.module.css'

type NewsPillProps = {
  /** Announcement for screen readers; falsy while there is no news. */
  news: string | false | undefined
  /** Accessible name of the button: its effect. */
  label: string
  onShow: () => void
  /** Class that sets the position. */
  className: string | undefined
  children: ReactNode
}

/** Pill that announces new items. Its live region exists before it has text, so that screen readers announce it. */
export function NewsPill({ news, label, onShow, className, children }: NewsPillProps) {
  return (
    <div className={classNames(styles.place, className)} data-empty={!news || undefined}>
      <span role="status" className="vh">
        {news}
      </span>
      {news && (
        <button type="button" className={styles.pill} aria-label={label} onClick={onShow}>
          {children}
        </button>
      )}
    </div>
  )
}
