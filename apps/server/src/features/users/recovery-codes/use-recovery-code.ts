import type { UserId } from '@pawtrait/contract/ids.ts'
import { noteAccountEvent } from '#features/users/credentials/account-events.ts'
import { invalidCode } from '#features/users/sign-in/mail-code.ts'
import type { Context, Tx } from '#platform/context.ts'
import { recoveryCodeHash } from './recovery-code.ts'
import { updateCodeUsed } from './recovery-code-queries.ts'

/**
 * Uses up a code of an account, and tells its holder. Without an account the same is asked of the database.
 * @throws Problem 'invalid-code'
 */
export async function useRecoveryCode(
  ctx: Context,
  { db, job }: Pick<Tx, 'db' | 'job'>,
  account: { id: UserId } | undefined,
  typed: string,
): Promise<void> {
  const hash = recoveryCodeHash(ctx, account?.id ?? 'nobody', typed)
  const used = await updateCodeUsed(db, account?.id ?? null, hash, ctx.now)
  if (!used || !account) throw invalidCode(1)
  await noteAccountEvent(ctx, db, account.id, 'recovery-code-used')
  await job('mail-account-changed', { user: account.id, kind: 'recovery-code-used' })
}
