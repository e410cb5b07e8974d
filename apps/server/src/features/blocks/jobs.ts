import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { deleteEndedHides } from './queries.ts'

export const blockJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'sweep-hides',
    cron: '29 * * * *',
    work: async () => {
      const { db, now } = ctx()
      await deleteEndedHides(db, now)
    },
  },
]
