import type { Age, AgeBand, KeptAgeBand } from '@pawtrait/contract/age.ts'
import { leave, userNamed } from '#features/users/account/leave.ts'
import { ageOf, keepAge, lockAge } from '#features/users/age/keep-age.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectRequestOf } from './queries.ts'

const gone = () => new Problem('unauthenticated', 'Log in to do this.')

/** What the viewer said. */
export async function ownAge({ db, viewer }: UserContext): Promise<Age> {
  const age = await ageOf(db, viewer)
  if (!age) throw gone()
  return { ...age, guardianAskedAt: (await selectRequestOf(db, viewer))?.askedAt ?? null }
}

/**
 * The viewer says how old they are. Below 18 the account becomes private. Below 13 nobody sees it from the commit on,
 * nobody is logged in to it, and a job of the same transaction erases it with everything in it.
 * @throws Problem 'age-told' when an earlier answer was stricter, and for under 13 when there was one: whoever has got
 * hold of a session must not be able to erase an account that has long been used.
 */
export async function tellAge(ctx: UserContext, band: AgeBand): Promise<void> {
  await ctx.transaction(async (tx) => {
    const before = await lockAge(tx, ctx.viewer)
    if (!before) throw gone()
    if (band === 'under-13') {
      if (before.band) throw new Problem('age-told', 'Your age was told already. Ask the operator of this site.')
      await leave(ctx, tx, ctx.viewer)
      return tx.job('erase-account', { user: ctx.viewer })
    }
    if (before.band === '13-to-17' && band === '18-or-older')
      throw new Problem('age-told', 'Your age was told already. Only the operator of this site can raise it.')
    if (before.band !== band) await keepAge(ctx, tx, ctx.viewer, band)
  })
  if (band === 'under-13') ctx.log.info('under-13-erased', {})
}

/**
 * The operator writes down how old somebody is, who has shown them.
 * @throws Problem 'not-found' when nobody has that username.
 */
export async function setAge(ctx: Context, username: string, band: KeptAgeBand): Promise<void> {
  const user = await userNamed(ctx.db, username.toLowerCase())
  if (!user) throw new Problem('not-found', `Nobody here is called "${username}".`)
  await ctx.transaction((tx) => keepAge(ctx, tx, user, band))
  ctx.log.info('age-set', { user })
}
