import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import {
  deleteSignUpGuardian,
  deleteSignUpGuardiansBefore,
  insertSignUpGuardian,
  selectSignUpGuardian,
} from './age-queries.ts'

// Two days suffice: a sign-up without log-in expires after a day, and the e-mail is retried for under an hour.
const RETENTION_DAYS = 2

export const storeSignUpGuardian = async (db: Db, user: UserId, email: string): Promise<void> => {
  await insertSignUpGuardian(db, user, email)
}

/**
 * Returns the e-mail address of the guardian from the sign-up. Undefined if the user named no guardian, or if the
 * address was deleted, for example because the e-mail was sent.
 */
export const findSignUpGuardian = async (db: Db, user: UserId): Promise<string | undefined> =>
  (await selectSignUpGuardian(db, user))?.email

export const removeSignUpGuardian = async (db: Db, user: UserId): Promise<void> => {
  await deleteSignUpGuardian(db, user)
}

export const sweepSignUpGuardians = async ({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> => {
  await deleteSignUpGuardiansBefore(db, new Date(now.getTime() - RETENTION_DAYS * DAY_MS))
}
