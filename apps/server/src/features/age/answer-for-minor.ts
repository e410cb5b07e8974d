import { type Asked, GUARDIAN_DAYS } from '@pawtrait/contract/age.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { leave, userNamed } from '#features/users/account/leave.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/security/token.ts'
import { confirmMinor, lockAge } from './keep-age.ts'
import { deleteRequest, deleteRequestsBefore, deleteRequestsOf, selectAsked } from './queries.ts'

const oldest = (now: Date) => new Date(now.getTime() - GUARDIAN_DAYS * DAY_MS)

async function askedBy(ctx: Pick<Context, 'now'>, db: Db, token: string) {
  const asked = await selectAsked(db, hashToken(token), oldest(ctx.now))
  if (!asked) throw new Problem('link-expired', 'This link was used or has expired.')
  return asked
}

/** For whom the link of a letter asks. @throws Problem 'link-expired' */
export async function openGuardianLink(ctx: Context, token: string): Promise<Asked> {
  const { username, fullname } = await askedBy(ctx, ctx.db, token)
  return { username, fullname }
}

/**
 * A guardian confirms the account, which is like others of that age from then on, or refuses it: then it is hidden with
 * the commit and a job of the same transaction erases it. The first answer counts.
 * @throws Problem 'link-expired' also when the operator was first, or the account is no minor's any more
 */
export async function answerForMinor(ctx: Context, token: string, confirms: boolean): Promise<Asked> {
  return ctx.transaction(async (tx) => {
    const { id, ...asked } = await askedBy(ctx, tx.db, token)
    const isOpen = await settle(ctx, tx, id, confirms, () => deleteRequest(tx.db, id, hashToken(token)))
    if (!isOpen) throw new Problem('link-expired', 'This link was used or has expired.')
    return asked
  })
}

/** Gives whether somebody was still to be answered for, and by this answer. */
async function settle(ctx: Context, tx: Tx, user: UserId, confirms: boolean, take: () => Promise<boolean>) {
  const age = await lockAge(tx, user)
  if (age?.band !== '13-to-17' || age.guardianConfirmedAt || !(await take())) return false
  if (confirms) await confirmMinor(ctx, tx, user)
  else {
    await leave(ctx, tx, user)
    await tx.job('erase-account', { user })
  }
  ctx.log.info(confirms ? 'guardian-confirmed' : 'guardian-refused', { user })
  return true
}

/**
 * The operator, whom the guardian has told, answers instead of a letter.
 * @throws Problem 'not-found' when nobody of 13 to 17 who is still to be confirmed has that username.
 */
export async function answerByOperator(ctx: Context, username: string, confirms: boolean): Promise<void> {
  const user = await userNamed(ctx.db, username.toLowerCase())
  const isOpen =
    user &&
    (await ctx.transaction((tx) =>
      settle(ctx, tx, user, confirms, async () => {
        await deleteRequestsOf(tx.db, user)
        return true
      }),
    ))
  if (!isOpen) throw new Problem('not-found', `Nobody called "${username}" waits for a guardian.`)
}

/** Forgets whom nobody has answered: their guardians' addresses are not ours to keep. */
export const forgetOldRequests = async (ctx: Context): Promise<void> => {
  await deleteRequestsBefore(ctx.db, oldest(ctx.now))
}
