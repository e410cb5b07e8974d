import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { departedUserById, eraseAtOf, leave } from '#features/users/account/leave.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { accountLeftLetter } from './letters.ts'
import { restoreToken } from './restore-token.ts'

/**
 * The viewer deletes their account: from the commit on nobody sees it or is logged in to it, and after thirty days it
 * is erased. What others see of it as numbers follows within moments, by a job.
 * @throws Problem 'unauthenticated' when another browser was first
 */
export async function deleteAccount(ctx: UserContext): Promise<{ eraseAt: Date }> {
  const leftAt = await ctx.transaction(async (tx) => {
    const left = await leave(ctx, tx, ctx.viewer)
    if (!left) throw new Problem('unauthenticated', 'This account was deleted.')
    await tx.job('settle-departed', { user: ctx.viewer })
    await tx.job('mail-account-left', { user: ctx.viewer })
    return left
  })
  ctx.log.info('account-left', { user: ctx.viewer, requestId: ctx.requestId })
  return { eraseAt: eraseAtOf(leftAt) }
}

/** The job that tells the holder, with the way back. */
export async function mailAccountLeft(ctx: Context, user: UserId): Promise<void> {
  const departed = await departedUserById(ctx.db, user)
  if (!departed) return
  const restore = `${ctx.config.publicUrl}${paths.restore}#${restoreToken(ctx, departed)}`
  await ctx.mail.send(accountLeftLetter(ctx.config, departed, { eraseAt: eraseAtOf(departed.deletedAt), restore }))
}
