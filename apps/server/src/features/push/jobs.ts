import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import {
  deliverNotifications,
  PUSH_JOB,
  type PushJob,
  REPLACE_MESSAGES_JOB,
  replaceDeletedCommentMessages,
} from './deliver-notifications.ts'
import { deleteStalePushRows } from './queries.ts'
import { deleteUnusedVapidKeys } from './vapid-key-queries.ts'

const MESSAGES_DAYS = 7
const SUBSCRIPTION_DAYS = 90

export function pushJobs(ctx: () => Context): Worker[] {
  return [
    { name: PUSH_JOB, inParallel: true, work: (job: PushJob) => deliverNotifications(ctx(), job) },
    {
      name: REPLACE_MESSAGES_JOB,
      work: (job: { commentId: CommentId }) => replaceDeletedCommentMessages(ctx(), job),
    },
    { name: 'sweep-push', cron: '37 4 * * *', work: () => sweepPush(ctx()) },
  ]
}

/** Deletes messages after 7 days, logged-out devices last confirmed over 90 days ago, and unused former VAPID keys. */
async function sweepPush({ db, now }: Context): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS)
  await deleteStalePushRows(db, { messages: daysAgo(MESSAGES_DAYS), subscriptions: daysAgo(SUBSCRIPTION_DAYS) }, now)
  await deleteUnusedVapidKeys(db)
}
