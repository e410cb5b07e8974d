import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { CommentId, DecisionId, InviteId, NotificationId, PostId, StoryId } from './ids.ts'
import { Count, Cursor, pageQuery, Time } from './lists.ts'
import { ModeratorAction } from './moderation/decisions.ts'
import { ReportedItemKind } from './moderation/moderation-desk.ts'
import { PetCard } from './pets/pets.ts'
import { UserCard } from './users.ts'

/** Types of notification. Each type can be turned off in the settings. */
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
  /** Moderators decided on content of the user, undid a decision, or decided on an appeal. */
  'decision',
  /** Moderators decided on a report of the user. Upheld: the reported item broke the rules. */
  'report-upheld',
  'report-dismissed',
] as const

export const NotificationType = v.picklist(notificationTypes)
export type NotificationType = v.InferOutput<typeof NotificationType>

/** A user who caused a notification, for instance by a like. In a list, the user with the latest action is first. */
export const NotificationActor = v.object({ ...UserCard.entries, followedByMe: v.boolean() })

/**
 * The post of a notification. `petName` is the name of a pet in the post. `thumb` is the URL of the first photo in a
 * small size.
 */
const AboutPost = v.object({
  id: PostId,
  mine: v.boolean(),
  petName: v.nullable(v.string()),
  thumb: v.nullable(v.string()),
  alt: v.string(),
})

/**
 * The new comment that caused a notification, or the viewer's comment that was liked. `text` is cut after 200
 * characters.
 */
const AboutComment = v.object({ id: CommentId, text: v.string() })

/**
 * A decision of moderators on content or on its owner. `what`: the decision was made, was undone, or was upheld or
 * overturned after an appeal.
 */
const AboutDecision = v.object({
  what: v.picklist(['decided', 'undone', 'upheld', 'overturned']),
  action: ModeratorAction,
  kind: ReportedItemKind,
  automated: v.boolean(),
})

/** A notification. While it is unread, similar events are added to it. */
export const Notification = v.object({
  id: NotificationId,
  type: NotificationType,
  actors: v.array(NotificationActor),
  actorCount: Count,
  post: v.nullable(AboutPost),
  comment: v.nullable(AboutComment),
  pet: v.nullable(PetCard),
  inviteId: v.nullable(InviteId),
  /** The decision of the moderators, for the type `decision`. */
  decisionId: v.nullable(DecisionId),
  decision: v.optional(v.nullable(AboutDecision)),
  /** True for an invitation to become an owner of a pet, and for its acceptance. */
  asOwner: v.boolean(),
  /** The story of the notification. Null if there is none, or if it no longer exists. */
  story: v.nullable(v.object({ id: StoryId, thumb: v.nullable(v.string()), alt: v.string() })),
  /** Text of a reply to a story, cut after 200 characters. */
  storyReply: v.nullable(v.string()),
  /** Date of the birthday in the pet's time zone, `YYYY-MM-DD`. For the type `birthday`. */
  day: v.optional(v.nullable(v.string())),
  /** Time of the newest event in the notification. */
  updatedAt: Time,
  unread: v.boolean(),
})
export type Notification = v.InferOutput<typeof Notification>

/** Filters of the list. `pets` selects notifications about pets that the viewer cares for or follows. */
export const notificationFilters = ['all', 'pets', 'mentions'] as const
export const NotificationFilter = v.picklist(notificationFilters)
export type NotificationFilter = v.InferOutput<typeof NotificationFilter>

/** Number of unread notifications, counted up to 100. */
export const UnreadCount = v.object({ unread: Count })
export type UnreadCount = v.InferOutput<typeof UnreadCount>

/**
 * A page of notifications, sorted by newest event. It may contain fewer notifications than requested although more
 * follow. Only `cursor: null` marks the last page.
 */
export const NotificationPage = v.object({
  notifications: v.array(Notification),
  cursor: v.nullable(Cursor),
  ...UnreadCount.entries,
})
export type NotificationPage = v.InferOutput<typeof NotificationPage>

export const listNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications',
  auth: 'user',
  summary: "List the viewer's notifications, grouped, newest first",
  query: { ...pageQuery, part: v.optional(NotificationFilter, 'all') },
  output: NotificationPage,
})
export const countUnreadNotifications = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/unread',
  auth: 'user',
  summary: "Count the viewer's unread notifications, up to 100",
  output: UnreadCount,
})
/**
 * Marks notifications up to the time `upTo` as read. Newer notifications stay unread, because the page has not shown
 * them yet.
 */
export const markNotificationsRead = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/read',
  auth: 'user',
  summary: 'Mark notifications as read, up to an instant',
  body: v.object({ upTo: Time }),
  output: UnreadCount,
})
export const markNotificationRead = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/:id/read',
  auth: 'user',
  summary: 'Mark one notification as read',
  params: { id: NotificationId },
  output: UnreadCount,
})

/** `off` lists the types that are turned off. All other types are on. */
export const NotificationSettings = v.object({ off: v.array(NotificationType) })
export type NotificationSettings = v.InferOutput<typeof NotificationSettings>
export const getNotificationSettings = defineEndpoint({
  method: 'GET',
  path: '/api/notifications/settings',
  auth: 'user',
  summary: "Get the viewer's notification settings",
  output: NotificationSettings,
})
export const setNotificationSetting = defineEndpoint({
  method: 'PUT',
  path: '/api/notifications/settings/:type',
  auth: 'user',
  summary: 'Turn one type of notification on or off',
  params: { type: NotificationType },
  body: v.object({ on: v.boolean() }),
  output: NotificationSettings,
})

export const ThreadMuteState = v.object({ mutedByMe: v.boolean() })
export type ThreadMuteState = v.InferOutput<typeof ThreadMuteState>
const thread = { path: '/api/posts/:id/mute', auth: 'user', params: { id: PostId }, output: ThreadMuteState } as const
export const getThreadMute = defineEndpoint({
  method: 'GET',
  summary: 'Check whether the viewer mutes a post',
  ...thread,
})
/** Stops all notifications about the post. The post stays visible. */
export const muteThread = defineEndpoint({ method: 'PUT', summary: 'Mute a post', ...thread })
export const unmuteThread = defineEndpoint({ method: 'DELETE', summary: 'Unmute a post', ...thread })
