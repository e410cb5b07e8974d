import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectAccountById } from '#features/users/queries.ts'
import { accountChangedLetter, type ToldChange } from '#features/users/sign-in/letters.ts'
import type { Context } from '#platform/context.ts'

/** The job that tells the account's holder what has changed. */
export async function mailAccountChanged(ctx: Context, { user, kind }: { user: UserId; kind: ToldChange }) {
  const account = await selectAccountById(ctx.db, user, ctx.now)
  if (account) await ctx.mail.send(accountChangedLetter(ctx.config, account, kind))
}
