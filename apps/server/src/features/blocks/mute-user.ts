import type { MuteState } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { visibleUser } from '#features/users/account/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteMute, insertMute, selectMute } from './queries.ts'

/** Whether the viewer mutes a user. @throws Problem 'not-found' as `visibleUser`. */
export async function muteOf(ctx: UserContext, id: UserId): Promise<MuteState> {
  const user = await visibleUser(ctx, id)
  return { mutedByMe: (await selectMute(ctx.db, ctx.viewer, user)) !== undefined }
}

/**
 * The viewer hears no more of what a user does. They are not told and are seen as before.
 * @throws Problem 'not-found' as `visibleUser`; 'bad-request' for oneself.
 */
export async function muteUser(ctx: UserContext, id: UserId): Promise<MuteState> {
  const user = await visibleUser(ctx, id)
  if (user === ctx.viewer) throw new Problem('bad-request', 'You cannot mute yourself.')
  await insertMute(ctx.db, ctx.viewer, user, ctx.now)
  return { mutedByMe: true }
}

/** Works for whomever the viewer mutes. @throws Problem 'not-found' as `visibleUser`, when they did not. */
export async function unmuteUser(ctx: UserContext, id: UserId): Promise<MuteState> {
  if (!(await deleteMute(ctx.db, ctx.viewer, id))) await visibleUser(ctx, id)
  return { mutedByMe: false }
}
