import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { mailReminder, sendPlanEndReminders } from './plan-end-reminders.ts'
import { deleteOldFeedDays } from './queries.ts'

export const premiumJobs = (ctx: () => Context): Worker[] => [
  { name: 'remind-plan-ends', cron: '11 * * * *', work: () => sendPlanEndReminders(ctx()) },
  { name: 'mail-reminder', work: ({ reminder }: { reminder: string }) => mailReminder(ctx(), reminder) },
  {
    name: 'sweep-feed-days',
    cron: '43 * * * *',
    work: async () => {
      const { db, now } = ctx()
      await deleteOldFeedDays(db, now)
    },
  },
]
