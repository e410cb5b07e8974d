import type { Privacy } from '@pawtrait/contract/profiles.ts'
import { changePrivacy } from '#features/users/account/change-account.ts'
import { lockAge } from '#features/users/age/keep-age.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectPrivacy } from './queries.ts'

/**
 * The viewer's account is private or public from now on. Its photos follow (posts: `settle-privacy`), and who has asked
 * to follow a public one is let in (follows: `open-account`); both are written with the change, so that no crash parts
 * them.
 * @throws Problem 'stays-private' when somebody under 18 wants to open theirs.
 */
export async function choosePrivacy(ctx: UserContext, { isPrivate }: Privacy): Promise<Privacy> {
  await ctx.transaction(async (tx) => {
    if (!isPrivate && (await lockAge(tx, ctx.viewer))?.band === '13-to-17')
      throw new Problem('stays-private', 'Accounts of people under 18 stay private.')
    if (!(await changePrivacy(tx, ctx.viewer, isPrivate))) return
    await tx.job('settle-privacy', { user: ctx.viewer })
    if (!isPrivate) await tx.job('open-account', { user: ctx.viewer })
  })
  return { isPrivate }
}

/** Whether the viewer's account is private. */
export const privacyOf = async (ctx: UserContext): Promise<Privacy> => ({
  isPrivate: (await selectPrivacy(ctx.db, ctx.viewer))?.isPrivate ?? false,
})
