import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './Skeleton.module.css'

type SkeletonProps = {
  shape?: 'line' | 'block' | 'circle' | 'pill' | 'arch'
  /** Gives the size. */
  className?: string | undefined
}

/** The place of something that is on its way. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />
}

/** Skeletons with the words for those who cannot see them: "Loading your feed". */
export function Loading({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div data-loading>
      <p role="status" className="vh">
        {label}
      </p>
      {children}
    </div>
  )
}
