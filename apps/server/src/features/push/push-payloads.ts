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

type Named = { who: string; n: number; pet: string }

// Titles for users who allow names. A type without an entry never shows a name.
const namedTitles: Partial<Record<NotificationType, (named: Named) => string>> = {
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
  const others = count - 2
  if (others <= 0) return `${first} and ${second}`
  return `${first}, ${second} and ${others} ${others === 1 ? 'other' : 'others'}`
}

function titleOf({ type, showContent, names, actorCount, petName }: Delivery): string {
  const named = showContent ? namedTitles[type] : undefined
  const isComplete = named !== undefined && (type === 'birthday' || names.length > 0)
  if (!isComplete) return typeTitles[type](actorCount)
  return named({ who: listNames(names, actorCount), n: actorCount, pet: petName ?? 'a pet' })
}

/** Path of the page that shows what the notification is about. */
function pathOf({ type, names: [first], actorCount, username, ...line }: Delivery): string {
  if (line.decisionId) return paths.decision(line.decisionId)
  if (type === 'report-upheld' || type === 'report-dismissed') return paths.rules
  if (line.inviteId) return paths.invitation(line.inviteId)
  if (line.petSlug) return paths.pet(line.petSlug)
  if (line.storyId) return type === 'story-reply' ? paths.storyReplies(line.storyId) : paths.story(line.storyId)
  if (line.postId) return line.commentId ? paths.comment(line.postId, line.commentId) : paths.post(line.postId)
  if (type === 'follow' && actorCount > 1) return paths.followers(username)
  return first === undefined ? paths.notifications : paths.user(first)
}

// Notification types that alert with every message. Others alert once per notification: ten likes make one sound.
const alertsAgain = new Set<NotificationType>(['comment', 'reply', 'mention', 'story-reply', 'decision'])

/** Returns the line that names the account: several accounts may share a device. */
const accountLine = (username: string) => `For @${username}`

type Words = { title: string; body: string; tag: string; path: string; at: Date; alert: 'always' | 'first' | 'never' }

const payloadOf = (site: Site, words: Words, unread: number): PushPayload => ({
  web_push: 8030,
  notification: {
    title: words.title,
    body: words.body,
    lang: 'en',
    navigate: `${site.publicUrl}${words.path}`,
    tag: words.tag,
    timestamp: words.at.getTime(),
    silent: words.alert === 'never',
    renotify: words.alert === 'always',
  },
  app_badge: unread,
})

/** Returns the payload of a notification. `short` omits the quoted text, for push services with a lower size limit. */
export function notificationPayload(site: Site, delivery: Delivery, tag: string, { short = false } = {}): PushPayload {
  const { type, username, showContent, excerpt, unread } = delivery
  const quote = showContent && !short && excerpt && delivery.actorCount <= 1 ? `“${excerpt}”\n` : ''
  const words = {
    title: titleOf(delivery),
    body: `${quote}${accountLine(username)}`,
    tag,
    path: pathOf(delivery),
    at: new Date(delivery.updatedAt),
    alert: alertsAgain.has(type) ? 'always' : 'first',
  } as const
  return payloadOf(site, words, unread)
}

/**
 * Returns the payload that replaces a message about a deleted comment. It is visible, because browsers require each
 * push message to show a notification.
 */
export const deletedCommentPayload = (site: Site, { username, unread, tag }: ShownMessage, at: Date) =>
  payloadOf(
    site,
    {
      title: 'This comment was deleted',
      body: accountLine(username),
      tag,
      path: paths.notifications,
      at,
      alert: 'never',
    },
    unread,
  )

export const testMessagePayload = (site: Site, { username, unread }: DeviceTarget, at: Date) =>
  payloadOf(
    site,
    {
      title: 'Notifications work on this device',
      body: accountLine(username),
      tag: 'test',
      path: paths.settingsNotifications,
      at,
      alert: 'always',
    },
    unread,
  )
