import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { mailDeletionNotice } from './delete-account.ts'
import { eraseAccount, eraseExpiredAccounts } from './erase-account.ts'
import { syncDetachedRows } from './sync-detached-rows.ts'

type UserJob = { user: UserId }

export const erasureJobs = (ctx: () => Context): Worker[] => [
  {
    name: 'settle-departed',
    // Retried without limit, because the counters of other users are wrong until this job has run.
    neverGivenUp: true,
    work: ({ user }: UserJob) => syncDetachedRows(ctx(), user),
  },
  { name: 'mail-account-left', work: ({ user }: UserJob) => mailDeletionNotice(ctx(), user) },
  {
    name: 'erase-account',
    // Retried without limit, because the hourly job `erase-accounts` retries only thirty days after deletion.
    neverGivenUp: true,
    work: ({ user }: UserJob) => eraseAccount(ctx(), user),
  },
  { name: 'erase-accounts', cron: '27 * * * *', maxHours: 6, work: () => eraseExpiredAccounts(ctx()) },
]
