import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { updateUserActive } from '#features/users/sign-in/sign-up-queries.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { deleteSignUpGuardian, deleteSignUpGuardiansBefore, selectSignUpGuardian } from './age-queries.ts'

// A sign-up waits a day for its first log-in, and the job that writes the letter is retried for less than an hour.
const KEPT_DAYS = 2

/**
 * Activates a pending account at its first log-in. If the sign-up named a guardian, a job writes to them.
 * @throws a broken unique constraint when another account has already proven the same address.
 */
export async function activateUser(tx: Tx, user: UserId): Promise<void> {
  if ((await updateUserActive(tx.db, user)) && (await selectSignUpGuardian(tx.db, user)))
    await tx.job('ask-sign-up-guardian', { user })
}

/** Address of the guardian that the sign-up named and that no letter went to yet. */
export const signUpGuardianOf = async (db: Db, user: UserId): Promise<string | undefined> =>
  (await selectSignUpGuardian(db, user))?.email

export const forgetSignUpGuardian = async (db: Db, user: UserId): Promise<void> => {
  await deleteSignUpGuardian(db, user)
}

/** Forgets guardians who could not be written to. */
export const forgetOldSignUpGuardians = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  await deleteSignUpGuardiansBefore(db, new Date(now.getTime() - KEPT_DAYS * DAY_MS))
}
