import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { signLog } from './sign-log.ts'

export const moderationJobs = (ctx: () => Context): Worker[] => [
  { name: 'sign-moderation-log', cron: '3 0 * * *', work: () => signLog(ctx()) },
]
