import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { renameTimeZones } from './account/stored-time-zones.ts'

export const userJobs = (ctx: () => Context): Worker[] => [
  { name: 'rename-time-zones', cron: '19 * * * *', work: () => renameTimeZones(ctx()) },
]
