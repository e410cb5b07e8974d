import type { NotificationId, UserId } from '@pawtrait/contract/ids.ts'
import { enqueuePush } from '#features/push/enqueue-push.ts'
import type { Deps } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { newId } from '#platform/database/id.ts'
import {
  type ChangedNotification,
  type EventActor,
  type NewNotificationActor,
  type NotificationSubject,
  upsertNotifications,
} from './notification-actor-queries.ts'
import { NOTIFICATIONS_TOPIC } from './notification-streams.ts'
import type { Recipient } from './recipient-queries.ts'

// Limits the size of a live message, which all processes receive. A notification takes about 85 bytes: two quoted ids.
const NOTIFICATIONS_PER_MESSAGE = 80

/** Group key shared by similar events, with the rows that the notification refers to. */
export type NotificationKey = { groupKey: string; subject: NotificationSubject }

/** After the commit, sends the unread counts of the users in `notifications` to their open event streams. */
export async function announceNotifications(
  { live }: Pick<Deps, 'live'>,
  db: Db,
  notifications: readonly { userId: UserId; id?: NotificationId }[],
) {
  const entries = notifications.map(({ userId, id }) => (id ? [userId, id] : [userId]))
  for (let at = 0; at < entries.length; at += NOTIFICATIONS_PER_MESSAGE)
    await live.announce(db, NOTIFICATIONS_TOPIC, { lines: entries.slice(at, at + NOTIFICATIONS_PER_MESSAGE) })
}

/** A recipient of one event in a batch, with the actor and time of that event. */
export type RecipientWithEventActor = Recipient & { cause: EventActor }

export type NotifyDeps = Pick<Deps, 'live' | 'jobs' | 'config'>

/**
 * Adds each event's actor to the recipient's unread notification, or to a new one. Sends unread counts to event streams
 * and enqueues push messages.
 */
export async function notifyMany<Row extends RecipientWithEventActor>(
  deps: NotifyDeps,
  db: Db,
  recipients: readonly Row[],
  toKey: (recipient: Row) => NotificationKey,
): Promise<void> {
  if (recipients.length === 0) return
  const newActors = recipients.map((recipient): NewNotificationActor => {
    const { userId, type, cause } = recipient
    const { groupKey, subject } = toKey(recipient)
    return { id: newId<NotificationId>(cause.at), userId, type, groupKey, ...subject, ...cause }
  })
  await announceAndPush(deps, db, await upsertNotifications(db, newActors))
}

/** Announces new and changed notifications to open pages, and enqueues push messages. */
export async function announceAndPush(
  deps: NotifyDeps,
  db: Db,
  notifications: readonly ChangedNotification[],
): Promise<void> {
  await announceNotifications(deps, db, notifications)
  await enqueuePush(deps, db, notifications)
}

export const notify = (
  deps: NotifyDeps,
  db: Db,
  recipients: readonly Recipient[],
  cause: EventActor,
  toKey: (recipient: Recipient) => NotificationKey,
): Promise<void> =>
  notifyMany(
    deps,
    db,
    recipients.map((recipient) => ({ ...recipient, cause })),
    toKey,
  )

/** Sends unread counts to users after an actor was removed from their notifications. */
export const announceRemovedActor = (deps: Pick<Deps, 'live'>, db: Db, changed: readonly ChangedNotification[]) =>
  announceNotifications(
    deps,
    db,
    changed.map(({ userId }) => ({ userId })),
  )
