import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { writeLogEntry } from './log/write-log-entry.ts'
import {
  type ModeratorRole,
  markModeratorRemoved,
  selectModerators,
  selectUserByIdentifier,
  upsertModerator,
} from './moderator-queries.ts'

const unknownUserProblem = (name: string) =>
  new Problem('not-found', `There is no active user with the username or email "${name}".`)

/** Makes a user a moderator, or changes their role. @throws Problem 'not-found' if no active user has this name */
export async function appointModerator(ctx: Context, name: string, role: ModeratorRole): Promise<void> {
  const username = name.toLowerCase()
  const user = await selectUserByIdentifier(ctx.db, username)
  if (!user) throw unknownUserProblem(name)
  await ctx.transaction(async (tx) => {
    const moderator = await upsertModerator(tx.db, newId(ctx.now), user.id, role, ctx.now)
    if (moderator)
      await writeLogEntry(ctx, tx.db, { did: 'moderator-appointed', about: { moderator: moderator.id, role } })
  })
}

/** Ends a moderator's role. Their decisions remain. @throws Problem 'not-found' if the user is not a moderator */
export async function dismissModerator(ctx: Context, name: string): Promise<void> {
  await ctx.transaction(async (tx) => {
    const formerModerator = await markModeratorRemoved(tx.db, name.toLowerCase(), ctx.now)
    if (!formerModerator) throw new Problem('not-found', `${name} is not a moderator: "moderator list" lists them.`)
    await writeLogEntry(ctx, tx.db, { did: 'moderator-dismissed', about: { moderator: formerModerator.id } })
  })
}

/** Returns current moderators and admins; those with the longest service come first. */
export const listModerators = (ctx: Pick<Context, 'db'>) => selectModerators(ctx.db)
