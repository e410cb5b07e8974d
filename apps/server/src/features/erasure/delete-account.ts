import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { deleteAccountOf } from '#features/users/account/delete-account.ts'
import { departedUserById, eraseAtOf } from '#features/users/account/leave.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { accountClosedLetter, accountLeftLetter } from './letters.ts'
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

/** The job that mails the holder, with a link that restores the account unless it was closed as under 13. */
export async function mailAccountLeft(ctx: Context, user: UserId): Promise<void> {
  const departed = await departedUserById(ctx.db, user)
  if (!departed) return
  const eraseAt = eraseAtOf(departed.deletedAt)
  if (departed.isUnder13) return ctx.mail.send(accountClosedLetter(ctx.config, departed, eraseAt))
  const restore = `${ctx.config.publicUrl}${paths.restore}#${restoreToken(ctx, departed)}`
  await ctx.mail.send(accountLeftLetter(ctx.config, departed, { eraseAt, restore }))
}
