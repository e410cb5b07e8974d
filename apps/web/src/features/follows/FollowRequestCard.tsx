import type { FollowRequestPage } from '@pawtrait/contract/follows.ts'
import { useRef } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './FollowRequestCard.module.css'
import { useAnswerFollowRequest } from './use-answer-follow-request.ts'

type Request = FollowRequestPage['requests'][number]

/** A follow request to accept or decline. The card remains after the decision and shows it. */
export function FollowRequestCard({ request, to }: { request: Request; to: string }) {
  const t = useTranslate()
  const { id, username, fullname, image, followers, askedAt } = request
  const answer = useAnswerFollowRequest(id)
  const confirmation = useRef<HTMLParagraphElement>(null)
  const send = (accept: boolean) => answer.mutate(accept, { onSuccess: () => confirmation.current?.focus() })
  const isGone = answer.error instanceof CallError && answer.error.code === 'not-found'
  return (
    <li className={styles.card} data-answered={answer.isSuccess || undefined}>
      <Link className={styles.who} to={to}>
        <Avatar id={id} name={fullname} image={image} size={56} />
        <span className={styles.names}>
          <b>
            <bdi>{fullname}</bdi>
          </b>
          <span className={styles.username}>@{username}</span>
        </span>
      </Link>
      <p ref={confirmation} tabIndex={-1} className={styles.said} role="status">
        {answer.isSuccess ? (
          t(answer.variables ? phrases.follows.acceptedNote : phrases.follows.declinedNote, { name: username })
        ) : (
          <>
            {t(phrases.follows.followerCount, { count: followers })} · <RelativeTime iso={askedAt} />
          </>
        )}
      </p>
      {!answer.isSuccess && <Choices name={username} busy={answer.isPending ? answer.variables : null} onSend={send} />}
      <CallErrorMessage title={t(phrases.follows.answerFailed)} error={answer.error}>
        {isGone && t(phrases.follows.requestGone)}
      </CallErrorMessage>
    </li>
  )
}

type ChoicesProps = { name: string; busy: boolean | null; onSend: (accept: boolean) => void }

function Choices({ name, busy, onSend }: ChoicesProps) {
  const t = useTranslate()
  return (
    <div className={styles.choices}>
      <Button
        small
        busy={busy === true}
        aria-label={t(phrases.follows.acceptRequestWithName, { name })}
        onClick={() => busy === null && onSend(true)}
      >
        {t(phrases.follows.accept)}
      </Button>
      <Button
        kind="ghost"
        small
        busy={busy === false}
        aria-label={t(phrases.follows.declineRequestWithName, { name })}
        onClick={() => busy === null && onSend(false)}
      >
        {t(phrases.follows.decline)}
      </Button>
    </div>
  )
}
