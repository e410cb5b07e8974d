import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnUser, Session } from '@pawtrait/contract/users.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { mediaAddress } from './account/media-address.ts'
import { selectOwnUser, selectSessions } from './queries.ts'

/**
 * The account as its holder sees it.
 * @throws Problem 'unauthenticated' when it is gone.
 */
export async function ownUser(ctx: Pick<Context, 'db' | 'now' | 'config'>, id: UserId): Promise<OwnUser> {
  const { livemode } = ctx.config.payments
  const row = await selectOwnUser(ctx.db, id, { livemode, now: ctx.now })
  if (!row) throw new Problem('unauthenticated', 'Log in to do this.')
  const { imageName, followers, followings, posts, isPremium, ...rest } = row
  return {
    ...rest,
    image: mediaAddress(imageName),
    counts: { followers, following: followings, posts },
    plan: isPremium ? 'premium' : 'free',
  }
}

/** Where the viewer is logged in, last used first. */
export async function listSessions(ctx: UserContext): Promise<{ sessions: Session[] }> {
  const rows = await selectSessions(ctx.db, ctx.viewer, ctx.now)
  return { sessions: rows.map((row) => ({ ...row, current: row.id === ctx.session })) }
}
