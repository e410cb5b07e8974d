import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { BIRTHDAY_JOB, type BirthdayJob, notifyOfBirthday } from './notify-of-birthday.ts'
import { deleteReadNotifications } from './queries.ts'

const RETENTION_MS = 90 * DAY_MS
const BATCH_SIZE = 1_000

export const notificationJobs = (ctx: () => Context): Worker[] => [
  { name: 'sweep-notifications', cron: '7 4 * * *', work: () => sweepNotifications(ctx()) },
  { name: BIRTHDAY_JOB, work: (job: BirthdayJob) => notifyOfBirthday(ctx(), job) },
]

/** Deletes notifications that were read at least 90 days ago, a thousand per statement. Keeps unread ones. */
async function sweepNotifications({ db, now }: Context): Promise<void> {
  while ((await deleteReadNotifications(db, new Date(now.getTime() - RETENTION_MS), BATCH_SIZE)) === BATCH_SIZE);
}
