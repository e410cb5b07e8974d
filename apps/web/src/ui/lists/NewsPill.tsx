import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './NewsPill.module.css'

type NewsPillProps = {
  /** Said to those who cannot see it; nothing while there is nothing new. */
  news: string | false | undefined
  /** What a press does, in words. */
  label: string
  onShow: () => void
  /** Gives the place. */
  className: string | undefined
  children: ReactNode
}

/** What has come since one looked, as a pill. The live region is there before it has anything to say. */
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
