import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { CommentId, DecisionId, InviteId, NotificationId, PostId, StoryId } from './ids.ts'
import { Count, Cursor, page, Time } from './lists.ts'
import { PetCard } from './pets/pets.ts'
import { UserCard } from './users.ts'

/** What one may hear of; each can be switched off in settings. */
export const notificationTypes = [
  'like',
  'comment',
  'reply',
  'comment-like',
  'mention',
  'follow',
  'follow-request',
  'request-accepted',
  'pet-follow',
  'pet-invite',
  'pet-person',
  'tribute',
  'story-paw',
  'story-reply',
  'birthday',
  /** Moderators decided about something of one's own, undid it or judged an appeal. */
  'decision',
  /** What one reported was looked at: it broke the rules, or it did not. */
  'report-upheld',
  'report-dismissed',
] as const

export const NotificationType = v.picklist(notificationTypes)
export type NotificationType = v.InferOutput<typeof NotificationType>

/** Somebody who did it; newest first in a line. */
export const NotificationActor = v.object({ ...UserCard.entries, followedByMe: v.boolean() })

/** The post a line is about. `petName`: of the pet in it, or of one of several. `thumb`: its first photo, narrow. */
const AboutPost = v.object({
  id: PostId,
  mine: v.boolean(),
  petName: v.nullable(v.string()),
  thumb: v.nullable(v.string()),
  alt: v.string(),
})

/** What was said, cut after 200 characters: the newest comment of the line, or one's own that was liked. */
const AboutComment = v.object({ id: CommentId, text: v.string() })

/** One line: alike things while it is unread. */
export const Notification = v.object({
  id: NotificationId,
  type: NotificationType,
  /** The newest two. */
  actors: v.array(NotificationActor),
  /** All of them, those named too. */
  actorCount: Count,
  post: v.nullable(AboutPost),
  comment: v.nullable(AboutComment),
  pet: v.nullable(PetCard),
  inviteId: v.nullable(InviteId),
  /** The statement that a `decision` is about. */
  decisionId: v.nullable(DecisionId),
  /** Of an invitation and of who joined: to own the pet, not to care for it. */
  asOwner: v.boolean(),
  /** Null too when an answered story has gone. */
  story: v.nullable(v.object({ id: StoryId, thumb: v.nullable(v.string()), alt: v.string() })),
  /** What a story was answered, cut after 200 characters. */
  storyReply: v.nullable(v.string()),
  /** Of a birthday: its day where the pet lives, `YYYY-MM-DD`. */
  day: v.optional(v.nullable(v.string())),
  /** When the last of it happened. */
  updatedAt: Time,
  unread: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

/** The parts of the list: `pets` is about pets one cares for or follows. */
export const notificationParts = ['all', 'pets', 'mentions'] as const
export const NotificationPart = v.picklist(notificationParts)
export type NotificationPart = v.InferOutput<typeof NotificationPart>

/** Lines not read yet, counted up to 100. */
export const Unread = v.object({ unread: Count })
export type Unread = v.InferOutput<typeof Unread>

/** Last happened first. A page may be shorter than asked; only `cursor: null` is the end. */
export const NotificationPage = v.object({
  notifications: v.array(Notification),
  cursor: v.nullable(Cursor),
  ...Unread.entries,
})
export type NotificationPage = v.InferOutput<typeof NotificationPage>

export const listNotifications = endpoint({
  method: 'GET',
  path: '/api/notifications',
  auth: 'user',
  summary: 'What happened, grouped, newest first',
  query: { ...page, part: v.optional(NotificationPart, 'all') },
  output: NotificationPage,
})
export const countUnread = endpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  auth: 'user',
  summary: 'How many notifications I have not read, up to 100',
  output: Unread,
})
/** What happened after `upTo` stays unread: nobody has seen it yet. */
export const readNotifications = endpoint({
  method: 'PUT',
  path: '/api/notifications/read',
  auth: 'user',
  summary: 'Mark notifications as read, up to an instant',
  body: v.object({ upTo: Time }),
  output: Unread,
})
export const readNotification = endpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  auth: 'user',
  summary: 'Mark one notification as read',
  params: { id: NotificationId },
  output: Unread,
})

/** The kinds switched off; all others are on. */
export const NotificationSettings = v.object({ off: v.array(NotificationType) })
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>
export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  auth: 'user',
  summary: 'Which notifications I want',
  output: NotificationSettings,
})
export const setNotificationSetting = endpoint({
  method: 'PUT',
  path: '/api/notifications/settings/:type',
  auth: 'user',
  summary: 'Switch one kind of notification on or off',
  params: { type: NotificationType },
  body: v.object({ on: v.boolean() }),
  output: NotificationSettings,
})

/** Whether the viewer hears of a post. */
export const ThreadMute = v.object({ mutedByMe: v.boolean() })
export type ThreadMute = v.InferOutput<typeof ThreadMute>
const thread = { path: '/api/posts/:id/mute', auth: 'user', params: { id: PostId }, output: ThreadMute } as const
export const getThreadMute = endpoint({ method: 'GET', summary: 'Is this post muted for me', ...thread })
/** No notification about the post any more, whoever does what. It is seen as before. */
export const muteThread = endpoint({ method: 'PUT', summary: 'Mute a post', ...thread })
export const unmuteThread = endpoint({ method: 'DELETE', summary: 'Unmute a post', ...thread })
