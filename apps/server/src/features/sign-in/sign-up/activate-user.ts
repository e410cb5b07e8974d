import type { UserId } from '@pawtrait/contract/ids.ts'
import { findSignUpGuardian } from '#features/age/sign-up-guardian.ts'
import type { Tx } from '#platform/context.ts'
import { activatePendingUser } from './sign-up-queries.ts'

/**
 * Activates a pending account at its first log-in. If the sign-up named a guardian, enqueues the e-mail to the
 * guardian.
 * @throws a unique violation when another account has already proven the same address.
 */
export async function activateUser(tx: Tx, user: UserId): Promise<void> {
  if ((await activatePendingUser(tx.db, user)) && (await findSignUpGuardian(tx.db, user)))
    await tx.job('ask-sign-up-guardian', { user })
}
