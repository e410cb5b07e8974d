import type { Privacy } from '@pawtrait/contract/profiles.ts'
import { changePrivacy } from '#features/users/account/change-account.ts'
import type { UserContext } from '#platform/context.ts'
import { selectPrivacy } from './queries.ts'

/**
 * The viewer's account is private or public from now on. Its photos follow (posts: `settle-privacy`), and who has asked
 * to follow a public one is let in (follows: `open-account`); both are written with the change, so that no crash parts
 * them.
 */
export async function choosePrivacy(ctx: UserContext, { isPrivate }: Privacy): Promise<Privacy> {
  await ctx.transaction(async (tx) => {
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
