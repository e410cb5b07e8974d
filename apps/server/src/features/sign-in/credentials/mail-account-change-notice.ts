import type { UserId } from '@pawtrait/contract/ids.ts'
import {
  createAccountChangedEmail,
  type MailedChange,
  type RemovedCredentials,
} from '#features/sign-in/log-in/account-emails.ts'
import { selectAccountById } from '#features/sign-in/queries.ts'
import type { Context } from '#platform/context.ts'

type ChangeNoticePayload = { user: UserId; kind: MailedChange; removed?: RemovedCredentials }

export async function mailAccountChangeNotice(ctx: Context, { user, kind, removed }: ChangeNoticePayload) {
  const account = await selectAccountById(ctx.db, user, ctx.now)
  if (account) await ctx.mail.send(createAccountChangedEmail(ctx.config, account, kind, removed))
}
