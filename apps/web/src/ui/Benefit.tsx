import styles from './Benefit.module.css'
import { IconTile } from './lists/IconRow.tsx'

/** One line of what something brings: its drawing, its name, and what that means. */
export function Benefit({ icon, title, help }: { icon: string; title: string; help: string }) {
  return (
    <li className={styles.benefit}>
      <IconTile icon={icon} />
      <span>
        {title}
        <small>{help}</small>
      </span>
    </li>
  )
}
