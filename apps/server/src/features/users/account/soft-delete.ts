import { DAY_MS } from '@pawtrait/contract/durations.ts'
import { RESTORE_DAYS } from '@pawtrait/contract/erasure.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { deleteUser } from '#features/users/queries.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { endAllAccess } from './end-access.ts'
import {
  markUserDeleted,
  restoreUserRow,
  selectDeletedUser,
  selectDeletedUserById,
  selectIsActiveForUpdate,
  selectIsUndeletedForUpdate,
  selectUserId,
  selectUsersDeletedBefore,
} from './soft-delete-queries.ts'

export const erasureTimeOf = (deletedAt: Date | string) =>
  new Date(new Date(deletedAt).getTime() + RESTORE_DAYS * DAY_MS)

/**
 * Soft-deletes an account. At the commit, account and content become invisible, sessions end, and signed URLs of photos
 * become invalid. Returns the time of deletion; undefined when the account was deleted already.
 */
export async function softDeleteUser(ctx: Context, tx: Pick<Tx, 'db'>, user: UserId): Promise<string | undefined> {
  const deleted = await markUserDeleted(tx.db, user, ctx.now)
  if (deleted) await endAllAccess(ctx, tx, user)
  return deleted?.deletedAt
}

/**
 * Restores an account that was deleted within the last thirty days. Returns its username; undefined after thirty days,
 * or for an account closed as under 13: the operator must correct the age first.
 */
export const undeleteUser = async ({ now }: Pick<Context, 'now'>, db: Db, user: UserId): Promise<string | undefined> =>
  (await restoreUserRow(db, user, new Date(now.getTime() - RESTORE_DAYS * DAY_MS)))?.username

/** Locks the user until the transaction ends. Returns false for a deleted account, undefined for an unknown one. */
export const lockAndCheckUndeleted = async (db: Db, user: UserId): Promise<boolean | undefined> =>
  (await selectIsUndeletedForUpdate(db, user))?.isUndeleted

/** Locks the user. Returns false for a deleted or suspended account, undefined for an unknown one. */
export const lockAndCheckActive = async (db: Db, user: UserId): Promise<boolean | undefined> =>
  (await selectIsActiveForUpdate(db, user))?.isCounted

/** Returns a deleted account by username or e-mail address in lower case. */
export const findDeletedUser = (db: Db, identifier: string) => selectDeletedUser(db, identifier)
export const findDeletedUserById = (db: Db, user: UserId) => selectDeletedUserById(db, user)

/** Returns the id of a user by username, e-mail address (both in lower case) or id, even if the account is deleted. */
export const findUserId = async (db: Db, identifier: string): Promise<UserId | undefined> =>
  (await selectUserId(db, identifier))?.id

/** Returns at most `limit` accounts deleted before an instant, earliest first, without those in `excluded`. */
export const findUsersDeletedBefore = (db: Db, before: Date, excluded: readonly UserId[], limit: number) =>
  selectUsersDeletedBefore(db, before, excluded, limit)

/** Deletes the user's row; foreign keys delete or anonymise dependent rows (`owned-data.ts`). */
export const removeUser = (tx: Pick<Tx, 'db'>, user: UserId) => deleteUser(tx.db, user)
