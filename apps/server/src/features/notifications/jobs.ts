import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { deleteReadBefore } from './queries.ts'
import { type BirthdayJob, TELL_BIRTHDAY, tellBirthday } from './tell-birthday.ts'

const KEPT_MS = 90 * DAY_MS
const AT_ONCE = 1_000

export const notificationJobs = (ctx: () => Context): Worker[] => [
  { name: 'sweep-notifications', cron: '7 4 * * *', work: () => sweepNotifications(ctx()) },
  { name: TELL_BIRTHDAY, work: (job: BirthdayJob) => tellBirthday(ctx(), job) },
]

/** Deletes lines that were read at least 90 days ago, a thousand per statement. Unread lines stay. */
async function sweepNotifications({ db, now }: Context): Promise<void> {
  while ((await deleteReadBefore(db, new Date(now.getTime() - KEPT_MS), AT_ONCE)) === AT_ONCE);
}
