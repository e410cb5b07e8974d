import type { FollowRequestPage } from '@pawtrait/contract/follows.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { followRequestsQuery } from '#features/follows/follow-request-cache.ts'
import { useAnswerFollowRequest } from '#features/follows/use-answer-follow-request.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './NotificationList.module.css'
import { refetchNotifications } from './notification-cache.ts'

const MAX_SHOWN = 2

/** Card with the newest follow requests, beside the notifications. Renders nothing without requests. */
export function FollowRequestsCard() {
  const t = useTranslate()
  const { data } = useInfiniteQuery(followRequestsQuery())
  const [page] = data?.pages ?? []
  if (!page || page.waiting === 0) return null
  return (
    <section className={styles.reaching}>
      <div className={styles.asking}>
        <h2>{t(phrases.notifications.requestsTitle)}</h2>
        <Link className="link" to={paths.requests}>
          {t(phrases.notifications.seeAllRequests, { count: page.waiting })}
        </Link>
      </div>
      <ul className={styles.askers}>
        {page.requests.slice(0, MAX_SHOWN).map((requester) => (
          <Requester key={requester.id} requester={requester} />
        ))}
      </ul>
    </section>
  )
}

function Requester({
  requester: { id, username, fullname, image },
}: {
  requester: FollowRequestPage['requests'][number]
}) {
  const t = useTranslate()
  const queries = useQueryClient()
  const answer = useAnswerFollowRequest(id)
  const onSuccess = () => {
    void queries.invalidateQueries({ queryKey: followRequestsQuery().queryKey })
    refetchNotifications(queries)
    focusHeading()
  }
  return (
    <li className={styles.asker}>
      <Avatar id={id} name={fullname} image={image} size={44} />
      <span className={styles.names}>
        <b>
          <bdi>{fullname}</bdi>
        </b>
        <span className="id">@{username}</span>
      </span>
      <Button
        kind="soft"
        small
        busy={answer.isPending}
        aria-label={t(phrases.notifications.acceptWithName, { name: fullname })}
        onClick={() => answer.mutate(true, { onSuccess })}
      >
        {t(phrases.notifications.accept)}
      </Button>
      <CallErrorMessage title={t(phrases.follows.answerFailed)} error={answer.error} />
    </li>
  )
}
