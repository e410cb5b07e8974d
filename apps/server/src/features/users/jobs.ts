import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs.ts'
import { deleteEndedAccess, deletePending } from './queries.ts'
import { mailRequestedCode } from './sign-in/mail-code.ts'
import { mailZipChanged } from './sign-in/reset-sign-in.ts'

/** Letters that must not be lost, and the sweep of what has run out. */
export function userJobs(ctx: () => Context): Worker[] {
  return [
    { name: 'mail-code', work: (asked: Parameters<typeof mailRequestedCode>[1]) => mailRequestedCode(ctx(), asked) },
    { name: 'mail-zip-changed', work: ({ user }: { user: UserId }) => mailZipChanged(ctx(), user) },
    {
      name: 'sweep-sign-in',
      cron: '*/10 * * * *',
      work: async () => {
        const { db, now } = ctx()
        await deletePending(db, now, null)
        await deleteEndedAccess(db, now)
      },
    },
  ]
}
