import type { AccountEvent } from '@pawtrait/contract/credentials.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectAccountById } from '#features/users/queries.ts'
import { secretChangedLetter } from '#features/users/sign-in/letters.ts'
import type { Context } from '#platform/context.ts'

/** The job that tells the account's holder what has changed. */
export async function mailAccountChanged(ctx: Context, { user, kind }: { user: UserId; kind: AccountEvent['kind'] }) {
  const account = await selectAccountById(ctx.db, user, ctx.now)
  if (account) await ctx.mail.send(secretChangedLetter(ctx.config, account, kind))
}
