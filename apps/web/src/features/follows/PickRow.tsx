import type { UserCard } from '@pawtrait/contract/users.ts'
import { useTick } from '#lib/use-tick.ts'
import { Avatar } from '#ui/Avatar.tsx'
import styles from './PickRow.module.css'

type PickRowProps = { person: UserCard; checked: boolean; onChange: (checked: boolean) => Promise<unknown> }

/** Somebody to be ticked; the whole row is the target. */
export function PickRow({ person: { id, username, fullname, image }, checked, onChange }: PickRowProps) {
  const [shown, tick] = useTick(checked, onChange)
  return (
    <li>
      <label className={styles.row}>
        <Avatar id={id} name={fullname} image={image} size={44} />
        <span className={styles.names}>
          <b>{fullname}</b>
          <span className={styles.username}>@{username}</span>
        </span>
        <input type="checkbox" checked={shown} onChange={({ target }) => tick(target.checked)} />
      </label>
    </li>
  )
}
