import type { ReactNode } from 'react'
import { IconTile } from '#ui/lists/IconRow.tsx'
import styles from './WideWay.module.css'

type WideWayProps = { icon: string; title: string; lead: string; children: ReactNode }

/** A way to log in of which one may have several: what it is, what there is of it, and what can be done. */
export function WideWay({ icon, title, lead, children }: WideWayProps) {
  return (
    <div className={styles.way}>
      <div className={styles.head}>
        <IconTile icon={icon} />
        <h3>{title}</h3>
      </div>
      <p>{lead}</p>
      {children}
    </div>
  )
}
