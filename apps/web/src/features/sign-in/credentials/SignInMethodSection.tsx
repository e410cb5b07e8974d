import type { ReactNode } from 'react'
import { IconTile } from '#ui/lists/IconRow.tsx'
import styles from './SignInMethodSection.module.css'

type SignInMethodSectionProps = { icon: string; title: string; lead: string; children: ReactNode }

/** Section for a sign-in method that can have several entries, with title, list and actions. */
export function SignInMethodSection({ icon, title, lead, children }: SignInMethodSectionProps) {
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
