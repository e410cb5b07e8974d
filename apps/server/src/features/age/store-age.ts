import type { StoredAgeBand } from '@pawtrait/contract/age-bands.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { changePrivacy } from '#features/users/account/change-account.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { type AgeRow, markGuardianConfirmed, selectAge, selectAgeForUpdate, updateAge } from './age-queries.ts'

/** Returns the age of a user; undefined when the account is deleted or does not exist. */
export const findAge = (db: Db, user: UserId): Promise<AgeRow | undefined> => selectAge(db, user)

export const lockAge = (tx: Pick<Tx, 'db'>, user: UserId) => selectAgeForUpdate(tx.db, user)

/** Sets a user's age band. For 13 to 17 the account becomes private, and `setPrivacy` refuses to make it public. */
export async function storeAge(
  { now }: Pick<Context, 'now'>,
  tx: Tx,
  user: UserId,
  band: StoredAgeBand,
): Promise<void> {
  await updateAge(tx.db, user, band, now)
  if (band === '13-to-17' && (await changePrivacy(tx, user, true))) await tx.job('settle-privacy', { user })
}

/** Marks an account as under 13, in the transaction that closes it: from then on only the operator can restore it. */
export const markUnder13 = async ({ now }: Pick<Context, 'now'>, tx: Pick<Tx, 'db'>, user: UserId): Promise<void> => {
  await updateAge(tx.db, user, 'under-13', now)
}

export const confirmMinor = async ({ now }: Pick<Context, 'now'>, tx: Pick<Tx, 'db'>, user: UserId): Promise<void> => {
  await markGuardianConfirmed(tx.db, user, now)
}
