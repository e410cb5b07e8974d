import type { Person } from '@pawtrait/contract/follows.ts'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { FollowButton } from './FollowButton.tsx'
import styles from './PersonRow.module.css'

type PersonRowProps = {
  person: Person
  to: string
  /** Instead of following, for a visitor. */
  onVisitor?: (() => void) | undefined
}

/** Somebody in a list of people, with Follow unless it is oneself. */
export function PersonRow({ person, to, onVisitor }: PersonRowProps) {
  const t = useTranslate()
  const { id, fullname, username, image, followedByMe, me } = person
  return (
    <li className={styles.row}>
      <Link className={styles.who} to={to}>
        <Avatar id={id} name={fullname} image={image} size={44} />
        <span className={styles.names}>
          <b>{fullname}</b>
          <span className={styles.username}>@{username}</span>
        </span>
      </Link>
      {me ? (
        <span className={styles.me}>{t('app.you')}</span>
      ) : (
        <FollowButton followed={{ kind: 'user', id }} known={{ followedByMe }} name={username} onVisitor={onVisitor} />
      )}
    </li>
  )
}
