import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { endAllAccess } from './end-access.ts'
import { selectSuspension, selectSuspensionsOver, updateLimited, updateStanding } from './standing-queries.ts'

export type { Suspension } from './standing-queries.ts'

/** How moderators let an account stand: `until` null while it is suspended: for good. */
export type Standing = { isSuspended: boolean; until: string | null; isLimited: boolean }

/**
 * The account stands so from the commit on. Suspended: nobody sees it or anything of theirs, nobody is logged in as
 * them, no address that was given out opens a photo; numbers follow by a job. Their row is held already.
 */
export async function setStanding(ctx: Pick<Context, 'live'>, tx: Tx, user: UserId, standing: Standing): Promise<void> {
  await updateLimited(tx.db, user, standing.isLimited)
  const changed = await updateStanding(tx.db, user, standing.isSuspended, standing.until)
  if (!changed) return
  if (standing.isSuspended) await endAllAccess(ctx, tx, user)
  await tx.job('settle-departed', { user })
}

/** For which decision a user is suspended now; undefined when they are not. */
export const suspensionOf = (db: Db, user: UserId) => selectSuspension(db, user)

/** Some users past the end of a suspension that was not ended yet, in the order of ids, after one. */
export const suspensionsOver = (
  { db, now }: Pick<Context, 'db' | 'now'>,
  after: string,
  most: number,
): Promise<{ id: UserId }[]> => selectSuspensionsOver(db, now, after, most)
