import type { ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Note.module.css'

type NoteProps = {
  icon: string
  children: ReactNode
  /** `plain` is grey, for something to keep in mind; `good` is green, for something done. */
  tone?: 'soft' | 'plain' | 'good'
}

/** A quiet remark with an icon. */
export function Note({ icon, children, tone = 'soft' }: NoteProps) {
  return (
    <div className={classNames(styles.note, styles[tone])}>
      <Icon path={icon} size={22} />
      <div>{children}</div>
    </div>
  )
}
