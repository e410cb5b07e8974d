import type { KeptAgeBand } from '@pawtrait/contract/age.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { changePrivacy } from '#features/users/account/change-account.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/db.ts'
import { type AgeRow, selectAge, selectAgeLocked, updateAge, updateGuardianConfirmed } from './age-queries.ts'

/** What somebody said, or nothing when there is nobody. */
export const ageOf = (db: Db, user: UserId): Promise<AgeRow | undefined> => selectAge(db, user)

/** What somebody said, held until the transaction ends; nothing when they are not here. */
export const lockAge = (tx: Pick<Tx, 'db'>, user: UserId) => selectAgeLocked(tx.db, user)

/** Somebody is so old from now on. Below 18 their account becomes private, and stays so. */
export async function keepAge({ now }: Pick<Context, 'now'>, tx: Tx, user: UserId, band: KeptAgeBand): Promise<void> {
  await updateAge(tx.db, user, band, now)
  if (band === '13-to-17' && (await changePrivacy(tx, user, true))) await tx.job('settle-privacy', { user })
}

/** A guardian of the user knows of the account and agrees. */
export const confirmMinor = async ({ now }: Pick<Context, 'now'>, tx: Pick<Tx, 'db'>, user: UserId): Promise<void> => {
  await updateGuardianConfirmed(tx.db, user, now)
}
