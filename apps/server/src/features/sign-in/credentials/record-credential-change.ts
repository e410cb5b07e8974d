import type { MailedChange } from '#features/sign-in/log-in/account-emails.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { recordAccountEvent } from './account-events.ts'

/** Records a change of the viewer's credentials and enqueues an e-mail about it. */
export async function recordCredentialChange(
  ctx: UserContext,
  { db, job }: Pick<Tx, 'db' | 'job'>,
  kind: MailedChange,
) {
  await recordAccountEvent(ctx, db, ctx.viewer, kind)
  await job('mail-account-changed', { user: ctx.viewer, kind })
}
