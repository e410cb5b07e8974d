import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { type BirthdayJob, TELL_BIRTHDAY, tellBirthday } from './tell-birthday.ts'

export const notificationJobs = (ctx: () => Context): Worker[] => [
  { name: TELL_BIRTHDAY, work: (job: BirthdayJob) => tellBirthday(ctx(), job) },
]
