import type { MuteState } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deleteMute, insertMute, selectMute } from './queries.ts'

/** Returns whether the viewer mutes a user. @throws Problem 'not-found' for an invisible user. */
export async function getMuteState(ctx: UserContext, id: UserId): Promise<MuteState> {
  const user = await requireVisibleUser(ctx, id)
  return { mutedByMe: (await selectMute(ctx.db, ctx.viewer, user)) !== undefined }
}

/** Mutes a user silently. @throws Problem 'not-found' for an invisible user; 'bad-request' for the viewer's own id. */
export async function muteUser(ctx: UserContext, id: UserId): Promise<MuteState> {
  const user = await requireVisibleUser(ctx, id)
  if (user === ctx.viewer) throw new Problem('bad-request', 'You cannot mute yourself.')
  await insertMute(ctx.db, ctx.viewer, user, ctx.now)
  return { mutedByMe: true }
}

/** Unmutes a user. @throws Problem 'not-found' for an invisible user who was not muted */
export async function unmuteUser(ctx: UserContext, id: UserId): Promise<MuteState> {
  if (!(await deleteMute(ctx.db, ctx.viewer, id))) await requireVisibleUser(ctx, id)
  return { mutedByMe: false }
}
