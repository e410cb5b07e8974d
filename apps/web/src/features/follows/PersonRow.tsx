import type { Person } from '@pawtrait/contract/follows.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Avatar } from '#ui/Avatar.tsx'
import { RowCard, RowDetail } from '#ui/RowCard.tsx'
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
  const action = me ? (
    <span className={styles.me}>{t('app.you')}</span>
  ) : (
    <FollowButton followed={{ kind: 'user', id }} known={{ followedByMe }} name={username} onVisitor={onVisitor} />
  )
  return (
    <RowCard to={to} picture={<Avatar id={id} name={fullname} image={image} size={56} />} action={action}>
      <b>{fullname}</b>
      <RowDetail asId>@{username}</RowDetail>
    </RowCard>
  )
}
