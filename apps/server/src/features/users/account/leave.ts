import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { RESTORE_DAYS } from '@pawtrait/contract/erasure.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { deleteUser } from '#features/users/queries.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { endAllAccess } from './end-access.ts'
import {
  selectCountedLocked,
  selectDeparted,
  selectDepartedBefore,
  selectDepartedById,
  selectHereLocked,
  selectUserNamed,
  updateLeft,
  updateReturned,
} from './leave-queries.ts'

/** When what somebody who left then has here is erased. */
export const eraseAtOf = (leftAt: Date | string) => new Date(new Date(leftAt).getTime() + RESTORE_DAYS * DAY_MS)

/**
 * From the commit on nobody sees the user or anything of theirs, nobody is logged in as them, and no address that was
 * given out opens a photo. Gives when they left, or nothing when they had.
 */
export async function leave(ctx: Context, tx: Pick<Tx, 'db'>, user: UserId): Promise<string | undefined> {
  const left = await updateLeft(tx.db, user, ctx.now)
  if (left) await endAllAccess(ctx, tx, user)
  return left?.deletedAt
}

/**
 * Restores an account that was deleted within thirty days. Returns its username; undefined when it is too late, or when
 * it was closed as under 13: then the operator sets the age first.
 */
export const comeBack = async ({ now }: Pick<Context, 'now'>, db: Db, user: UserId): Promise<string | undefined> =>
  (await updateReturned(db, user, new Date(now.getTime() - RESTORE_DAYS * DAY_MS)))?.username

/** Whether the user has not left, held until the transaction ends; nothing when there is none. */
export const lockWhetherHere = async (db: Db, user: UserId): Promise<boolean | undefined> =>
  (await selectHereLocked(db, user))?.isHere

/** Whether the user has neither left nor is suspended, held until the transaction ends; nothing when there is none. */
export const lockWhetherCounted = async (db: Db, user: UserId): Promise<boolean | undefined> =>
  (await selectCountedLocked(db, user))?.isCounted

/** Somebody who has left, by name, by address or by id; nothing when nobody has. */
export const departedUser = (db: Db, identifier: string) => selectDeparted(db, identifier)
export const departedUserById = (db: Db, user: UserId) => selectDepartedById(db, user)

/** The user of a username, an e-mail address or an id, in lower case; deleted accounts too. */
export const userNamed = async (db: Db, identifier: string): Promise<UserId | undefined> =>
  (await selectUserNamed(db, identifier))?.id

/** Some users who left before an instant, without those of `but`; the first to leave first. */
export const departedBefore = (db: Db, before: Date, but: readonly UserId[], most: number) =>
  selectDepartedBefore(db, before, but, most)

/** Removes the user's row, and with it whatever the database deletes or forgets with it (`owned-data.ts`). */
export const removeUser = (tx: Pick<Tx, 'db'>, user: UserId) => deleteUser(tx.db, user)
