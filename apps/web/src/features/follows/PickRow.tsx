import type { UserCard } from '@pawtrait/contract/users.ts'
import { Avatar } from '#ui/Avatar.tsx'
import styles from './PickRow.module.css'

type PickRowProps = { person: UserCard; checked: boolean; onChange: (checked: boolean) => void }

/** Somebody to be ticked; the whole row is the target. */
export function PickRow({ person: { id, username, fullname, image }, checked, onChange }: PickRowProps) {
  return (
    <li>
      <label className={styles.row}>
        <Avatar id={id} name={fullname} image={image} size={44} />
        <span className={styles.names}>
          <b>{fullname}</b>
          <span className={styles.username}>@{username}</span>
        </span>
        <input type="checkbox" checked={checked} onChange={({ target }) => onChange(target.checked)} />
      </label>
    </li>
  )
}
