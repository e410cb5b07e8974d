import type { Age } from '@pawtrait/contract/age.ts'
import type { StoredAgeBand } from '@pawtrait/contract/age-bands.ts'
import { deleteAccountOf } from '#features/users/account/delete-account.ts'
import { findUserId } from '#features/users/account/soft-delete.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectGuardianRequest } from './queries.ts'
import { findAge, lockAge, markUnder13, storeAge } from './store-age.ts'

const notLoggedInProblem = () => new Problem('unauthenticated', 'Log in to do this.')

export async function getAge({ db, viewer }: UserContext): Promise<Age> {
  const age = await findAge(db, viewer)
  if (!age) throw notLoggedInProblem()
  return { ...age, guardianAskedAt: (await selectGuardianRequest(db, viewer))?.askedAt ?? null }
}

/**
 * Sets the viewer's age band. For 13 to 17 the viewer's account becomes private.
 * @throws Problem 'age-told' for 18 or older after 13 to 17: only the operator can raise the age
 */
export async function setOwnAge(ctx: UserContext, band: StoredAgeBand): Promise<void> {
  await ctx.transaction(async (tx) => {
    const previousAge = await lockAge(tx, ctx.viewer)
    if (!previousAge) throw notLoggedInProblem()
    if (previousAge.band === '13-to-17' && band === '18-or-older')
      throw new Problem(
        'age-told',
        'You have told us your age already. Only the people who run this site can change it.',
      )
    if (previousAge.band !== band) await storeAge(ctx, tx, ctx.viewer, band)
  })
}

/**
 * Hides the account of a viewer under 13, ends its sessions and erases it after 30 days. Only the operator can restore
 * the account. Otherwise the child could restore it the next day.
 * @throws Problem 'unauthenticated' when a concurrent request has already closed the account
 */
export async function closeUnder13Account(ctx: UserContext): Promise<{ eraseAt: Date }> {
  const eraseAt = await deleteAccountOf(ctx, ctx.viewer, async (tx) => {
    if (!(await lockAge(tx, ctx.viewer))) throw notLoggedInProblem()
    await markUnder13(ctx, tx, ctx.viewer)
  })
  if (!eraseAt) throw notLoggedInProblem()
  return { eraseAt }
}

/** Sets a user's age band. The operator calls it once the user has proven their age. @throws Problem 'not-found' */
export async function setAge(ctx: Context, username: string, band: StoredAgeBand): Promise<void> {
  const user = await findUserId(ctx.db, username.toLowerCase())
  if (!user) throw new Problem('not-found', `There is no account with the username "${username}".`)
  await ctx.transaction((tx) => storeAge(ctx, tx, user, band))
  ctx.log.info('age-set', { user })
}
