import type { Privacy } from '@pawtrait/contract/profiles.ts'
import { lockAge } from '#features/age/store-age.ts'
import { changePrivacy } from '#features/users/account/change-account.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectPrivacy } from './queries.ts'

/**
 * Makes the viewer's account private or public. Photos become private in the same transaction, but become public later,
 * by the job `settle-privacy` (posts). The job `open-account` (follows) accepts all requests to a public account.
 * @throws Problem 'stays-private' when a user aged 13 to 17 tries to make the account public
 */
export async function setPrivacy(ctx: UserContext, { isPrivate }: Privacy): Promise<Privacy> {
  await ctx.transaction(async (tx) => {
    if (!isPrivate && (await lockAge(tx, ctx.viewer))?.band === '13-to-17')
      throw new Problem('stays-private', 'Accounts of people under 18 stay private.')
    if (!(await changePrivacy(tx, ctx.viewer, isPrivate))) return
    await tx.job('settle-privacy', { user: ctx.viewer })
    if (!isPrivate) await tx.job('open-account', { user: ctx.viewer })
  })
  return { isPrivate }
}

export const getPrivacy = async (ctx: UserContext): Promise<Privacy> => ({
  isPrivate: (await selectPrivacy(ctx.db, ctx.viewer))?.isPrivate ?? false,
})
