import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { deleteOldFeedDays } from './queries.ts'

export const premiumJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'sweep-feed-days',
    cron: '43 * * * *',
    work: async () => {
      const { db, now } = ctx()
      await deleteOldFeedDays(db, now)
    },
  },
]
