import type { Notification } from '@pawtrait/contract/notifications.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import cake from '@phosphor-icons/core/fill/cake-fill.svg?path'
import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import { useQueryClient } from '@tanstack/react-query'
import { FollowButton } from '#features/follows/FollowButton.tsx'
import { useAnswerFollowRequest } from '#features/follows/use-answer-follow-request.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './NotificationLine.module.css'
import { removeNotification } from './notification-cache.ts'
import { formatNotification } from './notification-text.ts'
import { useMarkRead } from './use-mark-read.ts'

/** A notification: actors, action, time and subject. A press opens the subject and marks the notification as read. */
export function NotificationLine({ line }: { line: Notification }) {
  const t = useTranslate()
  const markRead = useMarkRead()
  const to = useTarget(line)
  const { sentence, quote } = formatNotification(t, line)
  const open = () => line.unread && markRead.mutate(line.id)
  const thumb = line.post ?? line.story
  return (
    <li className={styles.line} data-unread={line.unread || undefined}>
      <Link className={styles.to} to={to} onClick={open}>
        <Picture line={line} />
        <span className={styles.words}>
          <span className={styles.said}>
            <SentenceText text={sentence} />
            {quote && (
              <>
                : “<bdi>{quote}</bdi>”
              </>
            )}
          </span>
          <span className={styles.when}>
            {line.type === 'birthday' && <Icon path={cake} size={18} />}
            <RelativeTime iso={line.updatedAt} short />
            {line.unread && <span className="vh">, {t(phrases.notifications.unreadMark)}</span>}
          </span>
        </span>
        {thumb?.thumb && <img className={styles.thumb} src={thumb.thumb} alt={thumb.alt} width={56} height={56} />}
      </Link>
      <LineActions line={line} to={to} />
    </li>
  )
}

/** Renders a sentence with names in bold. The names are the text between bidi isolates (U+2068 and U+2069). */
function SentenceText({ text }: { text: string }) {
  return text.split(/[\u2068\u2069]/).map((part, at) =>
    at % 2 === 1 ? (
      <b key={at} dir="auto">
        {part}
      </b>
    ) : (
      part
    ),
  )
}

function useTarget({
  type,
  actors,
  actorCount,
  post,
  comment,
  pet,
  inviteId,
  decisionId,
  story,
}: Notification): string {
  const viewer = useViewer()
  const [first] = actors
  if (decisionId) return paths.decision(decisionId)
  if (type === 'report-upheld' || type === 'report-dismissed') return paths.rules
  if (inviteId) return paths.invitation(inviteId)
  if (pet) return paths.pet(pet.slug)
  if (story) return type === 'story-reply' ? paths.storyReplies(story.id) : paths.story(story.id)
  if (post) return comment ? paths.comment(post.id, comment.id) : paths.post(post.id)
  if (type === 'follow' && actorCount > 1 && viewer) return paths.followers(viewer.username)
  return first ? paths.user(first.username) : paths.notifications
}

const isFromDesk = (type: Notification['type']) => type === 'decision' || type.startsWith('report-')

/** Avatars of one or two actors, or the portrait of a pet. */
function Picture({ line: { actors, pet, type } }: { line: Notification }) {
  const [first, second] = actors
  if (pet && (type === 'birthday' || type === 'pet-invite'))
    return <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={44} />
  if (!first) return isFromDesk(type) ? <Icon path={shield} size={28} /> : null
  if (!second) return <Avatar id={first.id} name={first.fullname} image={first.image} size={44} />
  return (
    <span className={styles.duo}>
      <Avatar id={second.id} name={second.fullname} image={second.image} size={32} />
      <Avatar id={first.id} name={first.fullname} image={first.image} size={32} />
    </span>
  )
}

function LineActions({ line, to }: { line: Notification; to: string }) {
  const t = useTranslate()
  const { type, actors, actorCount, pet } = line
  const [first] = actors
  if (type === 'follow-request') return <FollowRequestButtons line={line} />
  if (type === 'pet-invite' && pet)
    return (
      <Link
        className={buttonClass({ kind: 'soft', small: true })}
        to={to}
        aria-label={t(phrases.notifications.openInvitationWithName, { name: pet.name })}
      >
        {t(phrases.notifications.openInvitation)}
      </Link>
    )
  if (type === 'follow' && actorCount === 1 && first)
    return (
      <FollowButton
        once
        followed={{ kind: 'user', id: first.id }}
        known={{ followedByMe: first.followedByMe }}
        name={first.username}
      />
    )
  return null
}

/** Buttons that accept or decline a follow request. The notification is removed after the server has responded. */
function FollowRequestButtons({ line }: { line: Notification }) {
  const [requester] = line.actors
  return requester ? <AcceptDeclineButtons line={line} requester={requester} /> : null
}

type Requester = Notification['actors'][number]

function AcceptDeclineButtons({
  line,
  requester: { id, username: name },
}: {
  line: Notification
  requester: Requester
}) {
  const t = useTranslate()
  const queries = useQueryClient()
  const answer = useAnswerFollowRequest(id)
  const send = (accept: boolean) => answer.mutate(accept, { onSuccess: () => removeNotification(queries, line.id) })
  return (
    <span className={styles.acts}>
      <Button
        small
        aria-label={t(phrases.notifications.acceptWithName, { name })}
        busy={answer.isPending && answer.variables}
        onClick={() => send(true)}
      >
        {t(phrases.notifications.accept)}
      </Button>
      <Button
        kind="ghost"
        small
        aria-label={t(phrases.notifications.declineWithName, { name })}
        busy={answer.isPending && !answer.variables}
        onClick={() => send(false)}
      >
        {t(phrases.notifications.decline)}
      </Button>
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={answer.error} />
    </span>
  )
}
