import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './NewItemsPill.module.css'

type NewItemsPillProps = {
  /** Announcement for screen readers; falsy while there are no new items. */
  news: string | false | undefined
  /** Accessible name of the button. It describes what a press does. */
  label: string
  onShow: () => void
  /** CSS class that sets the position of the pill. */
  className: string | undefined
  children: ReactNode
}

/**
 * Pill that announces new items. Its live region is rendered before the text, so that screen readers announce the text.
 */
export function NewItemsPill({ news, label, onShow, className, children }: NewItemsPillProps) {
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
