import type { UserId } from '@pawtrait/contract/ids.ts'
import { recordAccountEvent } from '#features/sign-in/credentials/account-events.ts'
import type { Context, Tx } from '#platform/context.ts'
import { hashRecoveryCode, wrongRecoveryCodeProblem } from './recovery-code.ts'
import { markRecoveryCodeUsed } from './recovery-code-queries.ts'

/** Uses up a recovery code and enqueues an e-mail to the holder. @throws Problem 'invalid-code' */
export async function consumeRecoveryCode(
  ctx: Context,
  { db, job }: Pick<Tx, 'db' | 'job'>,
  user: UserId,
  typedCode: string,
): Promise<void> {
  const used = await markRecoveryCodeUsed(db, user, hashRecoveryCode(ctx, user, typedCode), ctx.now)
  if (!used) throw wrongRecoveryCodeProblem()
  await recordAccountEvent(ctx, db, user, 'recovery-code-used')
  await job('mail-account-changed', { user, kind: 'recovery-code-used' })
}
