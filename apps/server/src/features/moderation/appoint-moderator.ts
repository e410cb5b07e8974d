import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { noteInLog } from './log/note-in-log.ts'
import {
  type ModeratorRole,
  selectCandidate,
  selectModerators,
  updateModeratorRemoved,
  upsertModerator,
} from './moderator-queries.ts'

const noUser = (name: string) => new Problem('not-found', `Nobody is called ${name}.`)

/** The operator makes somebody a moderator or an admin, or changes which. @throws Problem 'not-found' */
export async function appointModerator(ctx: Context, name: string, role: ModeratorRole): Promise<void> {
  const username = name.toLowerCase()
  const user = await selectCandidate(ctx.db, username)
  if (!user) throw noUser(name)
  await ctx.transaction(async (tx) => {
    const made = await upsertModerator(tx.db, newId(ctx.now), user.id, role, ctx.now)
    if (made) await noteInLog(ctx, tx.db, { did: 'moderator-appointed', about: { moderator: made.id, role } })
  })
}

/** From the commit on they are no moderator; what they decided stands. @throws Problem 'not-found' */
export async function dismissModerator(ctx: Context, name: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const gone = await updateModeratorRemoved(tx.db, name.toLowerCase(), ctx.now)
    if (!gone) throw new Problem('not-found', `${name} is no moderator.`)
    await noteInLog(ctx, tx.db, { did: 'moderator-dismissed', about: { moderator: gone.id } })
  })
}

/** Whoever moderates now, longest first. */
export const listModerators = (ctx: Pick<Context, 'db'>) => selectModerators(ctx.db)
