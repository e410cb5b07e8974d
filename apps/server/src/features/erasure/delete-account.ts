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
  const eraseAt = await deleteAccountOf(ctx, ctx.viewer)
  if (!eraseAt) throw new Problem('unauthenticated', 'This account was deleted.')
  return { eraseAt }
}

/** Deletes somebody's account and tells them. Gives when it is erased, or nothing when it was deleted before. */
export async function deleteAccountOf(ctx: Context, user: UserId): Promise<Date | undefined> {
  const leftAt = await ctx.transaction(async (tx) => {
    const left = await leave(ctx, tx, user)
    if (!left) return undefined
    await tx.job('settle-departed', { user })
    await tx.job('mail-account-left', { user })
    return left
  })
  if (!leftAt) return undefined
  ctx.log.info('account-left', { user, requestId: ctx.requestId })
  return eraseAtOf(leftAt)
}

/** The job that tells the holder, with the way back. */
export async function mailAccountLeft(ctx: Context, user: UserId): Promise<void> {
  const departed = await departedUserById(ctx.db, user)
  if (!departed) return
  const restore = `${ctx.config.publicUrl}${paths.restore}#${restoreToken(ctx, departed)}`
  await ctx.mail.send(accountLeftLetter(ctx.config, departed, { eraseAt: eraseAtOf(departed.deletedAt), restore }))
}
