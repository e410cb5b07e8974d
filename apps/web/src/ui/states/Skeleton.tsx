import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import styles from './Skeleton.module.css'

type SkeletonProps = {
  shape?: 'line' | 'block' | 'circle' | 'pill' | 'arch'
  /** CSS class that sets the size. */
  className?: string | undefined
}

/** Placeholder for content that is still loading. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return <span className={classNames(styles.skeleton, styles[shape], className)} aria-hidden="true" />
}

/** Skeletons with a label for screen readers: "Loading your feed". */
export function LabelledSkeleton({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div data-loading>
      <p role="status" className="vh">
        {label}
      </p>
      {children}
    </div>
  )
}
