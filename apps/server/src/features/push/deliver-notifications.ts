import type { CommentId, NotificationId, PushSubscriptionId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { forEachParallel } from '#platform/process/for-each-parallel.ts'
import type { PushResult } from '#platform/web-push/send-push.ts'
import {
  type Delivery,
  deletePushMessage,
  selectDeliveries,
  selectPushMessagesOfComment,
  updateDeviceSentAt,
  upsertPushMessage,
} from './delivery-queries.ts'
import { buildDeletedCommentPayload, buildNotificationPayload } from './push-payloads.ts'
import { createPushTopic, sendToDevice } from './send-to-device.ts'

export const PUSH_JOB = 'push-notifications'
export const REPLACE_MESSAGES_JOB = 'replace-push-messages'

/** A notification of a user. `device`: the only device to send to; without it, all devices of the user. */
export type PushedNotification = [user: UserId, notification: NotificationId, device?: PushSubscriptionId]

/** Payload of the job `push-notifications`. `tries`: number of earlier attempts. */
export type PushJob = { notifications: PushedNotification[]; tries?: number }

const MAX_TRIES = 6
const FIRST_PAUSE_SECONDS = 30

/** Pause before the next attempt: 30 s, then four times as long each time; longer if the push service requires it. */
const pauseSeconds = (result: PushResult & { is: 'retry' }, tries: number) =>
  Math.max(result.afterSeconds ?? 0, FIRST_PAUSE_SECONDS * 4 ** tries)

/**
 * Sends notifications to the devices of their owners. Checks visibility, settings and quiet hours now, not when the
 * job was enqueued. Enqueues a retry for each device with a busy push service. A repeated job skips recorded messages.
 */
export const deliverNotifications = (ctx: Context, { notifications, tries = 0 }: PushJob): Promise<void> =>
  forEachParallel(notifications, async ([userId, notificationId, subscriptionId = null]) => {
    const deliveries = await selectDeliveries(ctx.db, { userId, notificationId, subscriptionId }, ctx.now)
    await forEachParallel(deliveries, async (delivery) => {
      const result = await deliver(ctx, { userId, notificationId }, delivery)
      if (result.is !== 'retry' || tries + 1 >= MAX_TRIES) return
      const job: PushJob = { notifications: [[userId, notificationId, delivery.subscriptionId]], tries: tries + 1 }
      await ctx.jobs.send(ctx.db, PUSH_JOB, job, { startAfterSeconds: pauseSeconds(result, tries) })
    })
  })

type NotificationRef = { userId: UserId; notificationId: NotificationId }

async function deliver(ctx: Context, ref: NotificationRef, delivery: Delivery): Promise<PushResult> {
  const { subscriptionId, commentId, updatedAt, groupKey } = delivery
  const tag = createPushTopic(ctx, ref.userId, groupKey)
  const full = buildNotificationPayload(ctx.config, delivery, tag)
  const short = buildNotificationPayload(ctx.config, delivery, tag, { short: true })
  const result = await sendToDevice(ctx, delivery, [full, short])
  if (result.is === 'sent') {
    const { notificationId } = ref
    await upsertPushMessage(
      ctx.db,
      { subscriptionId, tag, notificationId, commentId, notificationUpdatedAt: updatedAt },
      ctx.now,
    )
  }
  return result
}

/**
 * Replaces messages about a deleted comment on all devices.
 * @throws Error if a push service was busy; the job is then retried
 */
export async function replaceDeletedCommentMessages(ctx: Context, { commentId }: { commentId: CommentId }) {
  let busyCount = 0
  await forEachParallel(await selectPushMessagesOfComment(ctx.db, commentId, ctx.now), async (message) => {
    const { subscriptionId, tag } = message
    const { is } = await sendToDevice(ctx, message, [buildDeletedCommentPayload(ctx.config, message, ctx.now)])
    if (is === 'sent') await updateDeviceSentAt(ctx.db, subscriptionId, ctx.now)
    if (is === 'retry') busyCount += 1
    else await deletePushMessage(ctx.db, subscriptionId, tag, commentId)
  })
  if (busyCount > 0) throw new Error(`${busyCount} messages of a deleted comment are not replaced yet`)
}
