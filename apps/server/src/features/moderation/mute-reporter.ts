import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { REPORTER_MUTE_DAYS } from '@pawtrait/contract/moderation-desk.ts'
import type { UserContext } from '#platform/context.ts'
import { moderatorOf } from './decide.ts'
import { deleteMutedReporter, deleteMutesOver, upsertMutedReporter } from './desk-queries.ts'
import { noSuchPlace } from './identify-moderator.ts'
import { noteInLog } from './note-in-log.ts'

/**
 * What somebody reports does not come to the queue for a while: whoever reports without reason takes the time of those
 * who have one. They are not told, and what others report of the same thing comes. @throws Problem 'not-found'
 */
export async function muteReporter(ctx: UserContext, user: UserId): Promise<{ muted: boolean }> {
  await ctx.transaction(async (tx) => {
    const moderator = await moderatorOf(ctx, tx)
    await deleteMutesOver(tx.db, ctx.now)
    const until = new Date(ctx.now.getTime() + REPORTER_MUTE_DAYS * DAY_MS)
    if (!(await upsertMutedReporter(tx.db, user, until))) throw noSuchPlace()
    await noteInLog(ctx, tx.db, { did: 'reporter-muted', moderator: moderator.id, about: { days: REPORTER_MUTE_DAYS } })
  })
  return { muted: true }
}

/** What they report comes to the queue again, what they have reported meanwhile too. */
export async function unmuteReporter(ctx: UserContext, user: UserId): Promise<{ muted: boolean }> {
  await ctx.transaction(async (tx) => {
    const moderator = await moderatorOf(ctx, tx)
    await deleteMutedReporter(tx.db, user)
    await noteInLog(ctx, tx.db, { did: 'reporter-unmuted', moderator: moderator.id, about: {} })
  })
  return { muted: false }
}
