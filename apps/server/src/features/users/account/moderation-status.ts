import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { endAllAccess } from './end-access.ts'
import {
  selectExpiredSuspensions,
  selectSuspension,
  updateIsLimited,
  updateSuspension,
} from './moderation-status-queries.ts'

export type { Suspension } from './moderation-status-queries.ts'

/** Moderation status of an account. Suspended with `until: null` means banned permanently. */
export type ModerationStatus = { isSuspended: boolean; until: string | null; isLimited: boolean }

/**
 * Sets the moderation status of an account. A suspension hides the account and its content, ends its sessions and
 * invalidates the signed URLs of its photos, all at the commit. A job updates counters. The caller has locked the user.
 */
export async function setModerationStatus(
  ctx: Pick<Context, 'live'>,
  tx: Tx,
  user: UserId,
  status: ModerationStatus,
): Promise<void> {
  await updateIsLimited(tx.db, user, status.isLimited)
  const changed = await updateSuspension(tx.db, user, status.isSuspended, status.until)
  if (!changed) return
  if (status.isSuspended) await endAllAccess(ctx, tx, user)
  await tx.job('settle-departed', { user })
}

/** Returns a user's suspension with its decision, preferably a ban; undefined if the user is not suspended. */
export const findSuspension = (db: Db, user: UserId) => selectSuspension(db, user)

/** Returns at most `limit` users with an expired suspension, sorted by id, with ids above `after`. */
export const findExpiredSuspensions = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  after: string,
  limit: number,
): Promise<{ id: UserId }[]> => selectExpiredSuspensions(db, now, after, limit)
