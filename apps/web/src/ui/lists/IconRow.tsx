import type { ReactNode } from 'react'
import { Icon } from '#ui/Icon.tsx'
import styles from './IconRow.module.css'

type IconRowProps = {
  icon: string
  title: string
  /** Current state of the setting, as text. */
  children: ReactNode
  /** Button or icon at the end of the row; below the text on narrow screens. */
  action?: ReactNode
  as?: 'div' | 'li'
}

/** Settings row: icon (from 900 px), title, state and action. */
export function IconRow({ icon, title, children, action, as: Tag = 'div' }: IconRowProps) {
  return (
    <Tag className={styles.row}>
      <IconTile icon={icon} size={22} />
      <div className={styles.words}>
        <b>
          <bdi>{title}</bdi>
        </b>
        <p>{children}</p>
      </div>
      {action}
    </Tag>
  )
}

/** Icon on a square in a soft colour. */
export function IconTile({ icon, size = 24 }: { icon: string; size?: number }) {
  return (
    <span className={styles.tile}>
      <Icon path={icon} size={size} />
    </span>
  )
}
