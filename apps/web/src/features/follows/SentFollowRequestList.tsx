import type { SentRequestPage } from '@pawtrait/contract/follows.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { RowCard, RowDetail, rowListClass } from '#ui/lists/RowCard.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { FollowError } from './FollowError.tsx'
import { sentFollowRequestsQuery } from './follow-request-cache.ts'
import styles from './SentFollowRequestList.module.css'
import { useFollow } from './use-follow.ts'

type SentRequest = SentRequestPage['users'][number]

/** Follow requests that the viewer has sent, each with a button to withdraw it. Renders nothing without requests. */
export function SentFollowRequestList({ userPath }: { userPath: (username: string) => string }) {
  const t = useTranslate()
  const list = useInfiniteQuery(sentFollowRequestsQuery())
  const users = list.data?.pages.flatMap((page) => page.users) ?? []
  if (users.length === 0) return null
  return (
    <section aria-labelledby="asked">
      <h2 id="asked" className={styles.title}>
        {t(phrases.follows.sentRequestsTitle)}
      </h2>
      <ul className={classNames(styles.list, rowListClass)}>
        {users.map((user) => (
          <SentRequestRow key={user.id} user={user} to={userPath(user.username)} />
        ))}
      </ul>
      <LoadMoreButton list={list} />
    </section>
  )
}

function SentRequestRow({ user, to }: { user: SentRequest; to: string }) {
  const t = useTranslate()
  const { id, username: name, fullname, image, askedAt } = user
  const known = { followedByMe: false, requestedByMe: true }
  const { requestedByMe, set, error } = useFollow({ kind: 'user', id }, known, name)
  const action = (
    <Button
      kind="ghost"
      small
      aria-label={t(requestedByMe ? phrases.follows.cancelRequestWithName : phrases.follows.askAgainWithName, { name })}
      onClick={() => set(!requestedByMe)}
    >
      {t(requestedByMe ? phrases.follows.cancelRequest : phrases.follows.askAgain)}
    </Button>
  )
  return (
    <RowCard to={to} picture={<Avatar id={id} name={fullname} image={image} size={44} />} action={action}>
      <b>
        <bdi>{fullname}</bdi>
      </b>
      <RowDetail asId>@{name}</RowDetail>
      <span role="status">
        <RowDetail>{requestedByMe ? <RelativeTime iso={askedAt} /> : t(phrases.follows.requestCancelled)}</RowDetail>
      </span>
      {error && <FollowError name={name} />}
    </RowCard>
  )
}
