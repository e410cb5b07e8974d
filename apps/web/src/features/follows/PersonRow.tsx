import type { FollowListUser } from '@pawtrait/contract/follows.ts'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RowCard, RowDetail } from '#ui/lists/RowCard.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { FollowButton } from './FollowButton.tsx'
import styles from './PersonRow.module.css'

type PersonRowProps = {
  person: FollowListUser
  to: string
  onVisitor?: (() => void) | undefined
  more?: ReactNode
}

/** A user in a list, with a follow button unless the user is the viewer. */
export function PersonRow({ person, to, onVisitor, more }: PersonRowProps) {
  const t = useTranslate()
  const { id, fullname, username, image, followedByMe, requestedByMe, me } = person
  const action = me ? (
    <span className={styles.me}>{t(phrases.app.ownUserRowLabel)}</span>
  ) : (
    <span className={styles.actions}>
      <FollowButton
        followed={{ kind: 'user', id }}
        known={{ followedByMe, requestedByMe }}
        name={username}
        onVisitor={onVisitor}
      />
      {more}
    </span>
  )
  return (
    <RowCard to={to} picture={<Avatar id={id} name={fullname} image={image} size={56} />} action={action}>
      <b>
        <bdi>{fullname}</bdi>
      </b>
      <RowDetail asId>@{username}</RowDetail>
    </RowCard>
  )
}
