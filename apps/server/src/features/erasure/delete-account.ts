import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { deleteAccountOf } from '#features/users/account/delete-account.ts'
import { erasureTimeOf, findDeletedUserById } from '#features/users/account/soft-delete.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { createAccountClosedEmail, createAccountDeletedEmail } from './emails.ts'
import { createRestoreToken } from './restore-token.ts'

/**
 * Soft-deletes the viewer's account and ends its sessions. Jobs update other users' counts, and erase the account after
 * 30 days.
 * @throws Problem 'unauthenticated' when a request from another browser has already deleted the account
 */
export async function deleteAccount(ctx: UserContext): Promise<{ eraseAt: Date }> {
  const eraseAt = await deleteAccountOf(ctx, ctx.viewer)
  if (!eraseAt) throw new Problem('unauthenticated', 'This account was deleted.')
  return { eraseAt }
}

/** Job: mails the user that the account is deleted. The e-mail has a restore link, unless the user is under 13. */
export async function mailDeletionNotice(ctx: Context, user: UserId): Promise<void> {
  const deletedUser = await findDeletedUserById(ctx.db, user)
  if (!deletedUser) return
  const eraseAt = erasureTimeOf(deletedUser.deletedAt)
  if (deletedUser.isUnder13) return ctx.mail.send(createAccountClosedEmail(ctx.config, deletedUser, eraseAt))
  const restore = `${ctx.config.publicUrl}${paths.restore}#${createRestoreToken(ctx, deletedUser)}`
  await ctx.mail.send(createAccountDeletedEmail(ctx.config, deletedUser, { eraseAt, restore }))
}
