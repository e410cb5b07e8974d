import type { Age } from '@pawtrait/contract/age.ts'
import type { KeptAgeBand } from '@pawtrait/contract/age-bands.ts'
import { deleteAccountOf } from '#features/users/account/delete-account.ts'
import { userNamed } from '#features/users/account/leave.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { ageOf, keepAge, lockAge, markUnder13 } from './keep-age.ts'
import { selectRequestOf } from './queries.ts'

const gone = () => new Problem('unauthenticated', 'Log in to do this.')

/** The viewer's age band, and how far the question to a guardian is. */
export async function ownAge({ db, viewer }: UserContext): Promise<Age> {
  const age = await ageOf(db, viewer)
  if (!age) throw gone()
  return { ...age, guardianAskedAt: (await selectRequestOf(db, viewer))?.askedAt ?? null }
}

/**
 * Sets the viewer's age band. Below 18 the account becomes private.
 * @throws Problem 'age-told' when the viewer said before that they are 13 to 17: only the operator can raise it
 */
export async function tellAge(ctx: UserContext, band: KeptAgeBand): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lockAge(tx, ctx.viewer)
    if (!before) throw gone()
    if (before.band === '13-to-17' && band === '18-or-older')
      throw new Problem('age-told', 'Your age was told already. Only the operator of this site can raise it.')
    if (before.band !== band) await keepAge(ctx, tx, ctx.viewer, band)
  })
}

/**
 * Closes the viewer's account because they are under 13: hidden and logged out from the commit on, erased after thirty
 * days. Those days are for the operator, who may have to undo a mistake or somebody else's act: the holder cannot
 * restore the account, or a child would be back the next day.
 * @throws Problem 'unauthenticated' when another request was first
 */
export async function closeUnder13(ctx: UserContext): Promise<{ eraseAt: Date }> {
  const eraseAt = await deleteAccountOf(ctx, ctx.viewer, async (tx) => {
    if (!(await lockAge(tx, ctx.viewer))) throw gone()
    await markUnder13(ctx, tx, ctx.viewer)
  })
  if (!eraseAt) throw gone()
  return { eraseAt }
}

/**
 * The operator writes down how old somebody is, who has shown them.
 * @throws Problem 'not-found' when nobody has that username.
 */
export async function setAge(ctx: Context, username: string, band: KeptAgeBand): Promise<void> {
  const user = await userNamed(ctx.db, username.toLowerCase())
  if (!user) throw new Problem('not-found', `There is no account with the username "${username}".`)
  await ctx.transaction((tx) => keepAge(ctx, tx, user, band))
  ctx.log.info('age-set', { user })
}
