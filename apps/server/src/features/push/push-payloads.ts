import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { PushPayload } from '@pawtrait/contract/push.ts'
import type { Context } from '#platform/context.ts'
import type { Delivery, DeviceTarget, ShownMessage } from './delivery-queries.ts'

type Site = Pick<Context['config'], 'publicUrl'>

// Titles without names, because strangers may read a lock screen. `n`: number of actors.
const typeTitles: Record<NotificationType, (n: number) => string> = {
  like: (n) => (n > 1 ? `${n} people liked your post` : 'Somebody liked your post'),
  comment: () => 'Somebody commented on your post',
  reply: () => 'Somebody replied to you',
  'comment-like': (n) => (n > 1 ? `${n} people liked your comment` : 'Somebody liked your comment'),
  mention: () => 'Somebody mentioned you',
  follow: (n) => (n > 1 ? `${n} people follow you now` : 'Somebody follows you now'),
  'follow-request': () => 'Somebody asked to follow you',
  'request-accepted': () => 'Somebody accepted your request to follow',
  'pet-follow': (n) => (n > 1 ? `${n} people follow your pet now` : 'Somebody follows your pet now'),
  'pet-invite': () => 'Somebody invited you to look after a pet',
  'pet-person': () => 'Somebody looks after your pet now',
  tribute: () => 'Somebody left a memory of your pet',
  'story-paw': (n) => (n > 1 ? `${n} people reacted to your story` : 'Somebody reacted to your story'),
  'story-reply': () => 'Somebody replied to your story',
  birthday: () => 'It’s a pet’s birthday',
  decision: () => 'A moderator made a decision about your account',
  'report-upheld': () => 'We looked at what you reported',
  'report-dismissed': () => 'We looked at what you reported',
}

type TitleValues = { who: string; n: number; pet: string }

// Titles for users who allow names. A type without an entry never shows a name.
const namedTitles: Partial<Record<NotificationType, (named: TitleValues) => string>> = {
  like: ({ who }) => `${who} liked your post`,
  comment: ({ who }) => `${who} commented on your post`,
  reply: ({ who }) => `${who} replied to you`,
  'comment-like': ({ who }) => `${who} liked your comment`,
  mention: ({ who }) => `${who} mentioned you`,
  follow: ({ who, n }) => `${who} ${n > 1 ? 'follow' : 'follows'} you now`,
  'follow-request': ({ who }) => `${who} asked to follow you`,
  'request-accepted': ({ who }) => `${who} accepted your request to follow`,
  'pet-follow': ({ who, n, pet }) => `${who} ${n > 1 ? 'follow' : 'follows'} ${pet} now`,
  'pet-invite': ({ who, pet }) => `${who} invited you to look after ${pet}`,
  'pet-person': ({ who, n, pet }) => `${who} ${n > 1 ? 'look' : 'looks'} after ${pet} now`,
  tribute: ({ who, pet }) => `${who} left a memory of ${pet}`,
  'story-paw': ({ who }) => `${who} reacted to your story`,
  'story-reply': ({ who }) => `${who} replied to your story`,
  birthday: ({ pet }) => `It’s ${pet}’s birthday`,
}

function listNames([first = '', second]: readonly string[], count: number): string {
  if (second === undefined) return first
  const otherCount = count - 2
  if (otherCount <= 0) return `${first} and ${second}`
  return `${first}, ${second} and ${otherCount} ${otherCount === 1 ? 'other' : 'others'}`
}

function formatTitle({ type, showContent, names, actorCount, petName }: Delivery): string {
  const formatNamedTitle = showContent ? namedTitles[type] : undefined
  const isComplete = formatNamedTitle !== undefined && (type === 'birthday' || names.length > 0)
  if (!isComplete) return typeTitles[type](actorCount)
  return formatNamedTitle({ who: listNames(names, actorCount), n: actorCount, pet: petName ?? 'a pet' })
}

/** Path of the page that shows what the notification is about. */
function getPath({ type, names: [first], actorCount, username, ...delivery }: Delivery): string {
  if (delivery.decisionId) return paths.decision(delivery.decisionId)
  if (type === 'report-upheld' || type === 'report-dismissed') return paths.rules
  if (delivery.inviteId) return paths.invitation(delivery.inviteId)
  if (delivery.petSlug) return paths.pet(delivery.petSlug)
  if (delivery.storyId)
    return type === 'story-reply' ? paths.storyReplies(delivery.storyId) : paths.story(delivery.storyId)
  if (delivery.postId)
    return delivery.commentId ? paths.comment(delivery.postId, delivery.commentId) : paths.post(delivery.postId)
  if (type === 'follow' && actorCount > 1) return paths.followers(username)
  return first === undefined ? paths.notifications : paths.user(first)
}

// Notification types that alert with every message. Others alert once per notification: ten likes make one sound.
const alwaysAlertingTypes = new Set<NotificationType>(['comment', 'reply', 'mention', 'story-reply', 'decision'])

/** Returns the line that names the account: several accounts may share a device. */
const formatAccountLine = (username: string) => `For @${username}`

type MessageContent = {
  title: string
  body: string
  tag: string
  path: string
  at: Date
  alert: 'always' | 'first' | 'never'
}

const buildPayload = (site: Site, content: MessageContent, unread: number): PushPayload => ({
  web_push: 8030,
  notification: {
    title: content.title,
    body: content.body,
    lang: 'en',
    navigate: `${site.publicUrl}${content.path}`,
    tag: content.tag,
    timestamp: content.at.getTime(),
    silent: content.alert === 'never',
    renotify: content.alert === 'always',
  },
  app_badge: unread,
})

/** Returns the payload of a notification. `short` omits the quoted text, for push services with a lower size limit. */
export function buildNotificationPayload(
  site: Site,
  delivery: Delivery,
  tag: string,
  { short = false } = {},
): PushPayload {
  const { type, username, showContent, excerpt, unread } = delivery
  const quote = showContent && !short && excerpt && delivery.actorCount <= 1 ? `“${excerpt}”\n` : ''
  const content = {
    title: formatTitle(delivery),
    body: `${quote}${formatAccountLine(username)}`,
    tag,
    path: getPath(delivery),
    at: new Date(delivery.updatedAt),
    alert: alwaysAlertingTypes.has(type) ? 'always' : 'first',
  } as const
  return buildPayload(site, content, unread)
}

/**
 * Returns the payload that replaces a message about a deleted comment. It is visible, because browsers require each
 * push message to show a notification.
 */
export const buildDeletedCommentPayload = (site: Site, { username, unread, tag }: ShownMessage, at: Date) =>
  buildPayload(
    site,
    {
      title: 'This comment was deleted',
      body: formatAccountLine(username),
      tag,
      path: paths.notifications,
      at,
      alert: 'never',
    },
    unread,
  )

export const buildTestMessagePayload = (site: Site, { username, unread }: DeviceTarget, at: Date) =>
  buildPayload(
    site,
    {
      title: 'Notifications work on this device',
      body: formatAccountLine(username),
      tag: 'test',
      path: paths.settingsNotifications,
      at,
      alert: 'always',
    },
    unread,
  )
