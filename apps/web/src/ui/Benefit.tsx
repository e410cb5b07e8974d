import styles from './Benefit.module.css'
import { IconTile } from './lists/IconRow.tsx'

/** List item of a benefit: icon, title and explanation. */
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
