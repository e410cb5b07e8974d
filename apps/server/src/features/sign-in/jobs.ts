import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { sweepAccountEvents } from './credentials/account-events.ts'
import { mailAccountChangeNotice } from './credentials/mail-account-change-notice.ts'
import { mailEmailChangeNotice, sweepEmailChanges } from './credentials/undo-email-change.ts'
import { deleteFormerUsernamesBefore } from './credentials/username-queries.ts'
import { mailRequestedCode } from './log-in/mail-code.ts'
import { deleteUsedChallenges } from './passkeys/passkey-queries.ts'
import { deleteExpiredPendingUsers } from './queries.ts'
import { deleteExpiredSignInRows } from './sessions/session-queries.ts'

type EmailNoticePayload = Parameters<typeof mailEmailChangeNotice>[1]
type AccountNoticePayload = Parameters<typeof mailAccountChangeNotice>[1]

export function signInJobs(ctx: () => Context): Worker[] {
  return [
    {
      name: 'mail-code',
      work: (request: Parameters<typeof mailRequestedCode>[1]) => mailRequestedCode(ctx(), request),
    },
    { name: 'mail-account-changed', work: (change: AccountNoticePayload) => mailAccountChangeNotice(ctx(), change) },
    { name: 'mail-email-changed', work: (change: EmailNoticePayload) => mailEmailChangeNotice(ctx(), change) },
    // Handles jobs that the previous release left in the queue.
    {
      name: 'mail-zip-changed',
      work: ({ user }: Pick<AccountNoticePayload, 'user'>) =>
        mailAccountChangeNotice(ctx(), { user, kind: 'sign-in-reset' }),
    },
    {
      name: 'sweep-sign-in',
      cron: '*/10 * * * *',
      work: async () => {
        const { db, now } = ctx()
        await deleteExpiredPendingUsers(db, now, null)
        await deleteExpiredSignInRows(db, now)
        await sweepAccountEvents(ctx())
        await deleteFormerUsernamesBefore(db, now)
        await sweepEmailChanges(ctx())
        await deleteUsedChallenges(db, now)
      },
    },
  ]
}
