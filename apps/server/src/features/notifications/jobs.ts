import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { sweepNotifications } from './sweep-notifications.ts'
import { type BirthdayJob, TELL_BIRTHDAY, tellBirthday } from './tell-birthday.ts'

export const notificationJobs = (ctx: () => Context): Worker[] => [
  { name: 'sweep-notifications', cron: '7 4 * * *', work: () => sweepNotifications(ctx()) },
  { name: TELL_BIRTHDAY, work: (job: BirthdayJob) => tellBirthday(ctx(), job) },
]
