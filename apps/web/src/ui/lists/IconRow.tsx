import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './IconRow.module.css'

type IconRowProps = {
  icon: string
  title: string
  /** What is so now. */
  children: ReactNode
  /** A button or a mark at the end, below where there is no room. */
  action?: ReactNode
  as?: 'div' | 'li'
}

/** One line of a list of settings: its drawing (from 900 px), title and state, and what one can do about it. */
export function IconRow({ icon, title, children, action, as: Tag = 'div' }: IconRowProps) {
  return (
    <Tag className={styles.row}>
      <IconTile icon={icon} size={22} />
      <div className={styles.words}>
        <b>{title}</b>
        <p>{children}</p>
      </div>
      {action}
    </Tag>
  )
}

/** A drawing on a soft square. */
export function IconTile({ icon, size = 24 }: { icon: string; size?: number }) {
  return (
    <span className={styles.tile}>
      <Icon path={icon} size={size} />
    </span>
  )
}
