import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { forgetOldRequests } from './answer-for-minor.ts'

export const ageJobs = (ctx: () => Context): Worker[] => [
  { name: 'forget-guardian-requests', cron: '41 * * * *', work: () => forgetOldRequests(ctx()) },
]
