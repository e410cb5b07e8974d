import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Note.module.css'

type NoteProps = {
  icon: string
  children: ReactNode
  /** `plain` is grey, for a reminder; `good` is green, for success. */
  tone?: 'soft' | 'plain' | 'good'
}

/** Quiet note with an icon. */
export function Note({ icon, children, tone = 'soft' }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[tone])}>
      <Icon path={icon} size={22} />
      <div>{children}</div>
    </div>
  )
}
