import { GUARDIAN_LINK_DAYS, type MinorUser } from '@pawtrait/contract/age.ts'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { findUserId, softDeleteUser } from '#features/users/account/soft-delete.ts'
import type { Context, Tx } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { hashToken } from '#platform/security/token.ts'
import {
  deleteGuardianRequest,
  deleteGuardianRequestsBefore,
  deleteGuardianRequestsOfUser,
  selectMinorByToken,
} from './queries.ts'
import { confirmMinor, lockAge } from './store-age.ts'

const getOldestValidTime = (now: Date) => new Date(now.getTime() - GUARDIAN_LINK_DAYS * DAY_MS)

async function requireMinorByToken(ctx: Pick<Context, 'now'>, db: Db, token: string) {
  const minor = await selectMinorByToken(db, hashToken(token), getOldestValidTime(ctx.now))
  if (!minor) throw new Problem('link-expired', 'This link was used or has expired.')
  return minor
}

/** Returns username and full name of the minor that a guardian's link is about. @throws Problem 'link-expired' */
export async function openGuardianLink(ctx: Context, token: string): Promise<MinorUser> {
  const { username, fullname } = await requireMinorByToken(ctx, ctx.db, token)
  return { username, fullname }
}

/**
 * Records a guardian's answer: confirms the minor's account, or soft-deletes it and enqueues its erasure. The first
 * answer counts.
 * @throws Problem 'link-expired', also when the operator recorded an answer first or the user is no longer a minor
 */
export async function answerGuardianLink(ctx: Context, token: string, confirms: boolean): Promise<MinorUser> {
  return ctx.transaction(async (tx) => {
    const { id, ...minor } = await requireMinorByToken(ctx, tx.db, token)
    const isOpen = await applyAnswer(ctx, tx, id, confirms, () => deleteGuardianRequest(tx.db, id, hashToken(token)))
    if (!isOpen) throw new Problem('link-expired', 'This link was used or has expired.')
    return minor
  })
}

/**
 * Applies a guardian's answer. Returns false if the user is not a minor who waits for a guardian. Also returns false if
 * `deleteRequest` does, because the request no longer exists.
 */
async function applyAnswer(
  ctx: Context,
  tx: Tx,
  user: UserId,
  confirms: boolean,
  deleteRequest: () => Promise<boolean>,
) {
  const age = await lockAge(tx, user)
  if (age?.band !== '13-to-17' || age.guardianConfirmedAt || !(await deleteRequest())) return false
  if (confirms) await confirmMinor(ctx, tx, user)
  else {
    await softDeleteUser(ctx, tx, user)
    await tx.job('erase-account', { user })
  }
  ctx.log.info(confirms ? 'guardian-confirmed' : 'guardian-refused', { user })
  return true
}

/**
 * Records a guardian's answer that the operator received, with or without an open request.
 * @throws Problem 'not-found' for an unknown or deleted user, one not aged 13 to 17, or one already confirmed
 */
export async function recordGuardianAnswerByOperator(ctx: Context, username: string, confirms: boolean): Promise<void> {
  const user = await findUserId(ctx.db, username.toLowerCase())
  const isOpen =
    user &&
    (await ctx.transaction((tx) =>
      applyAnswer(ctx, tx, user, confirms, async () => {
        await deleteGuardianRequestsOfUser(tx.db, user)
        return true
      }),
    ))
  if (!isOpen) throw new Problem('not-found', `There is no user "${username}" who needs the answer of a guardian.`)
}

/** Deletes expired requests, because guardians' addresses must not be kept longer than needed. */
export const sweepGuardianRequests = async (ctx: Context): Promise<void> => {
  await deleteGuardianRequestsBefore(ctx.db, getOldestValidTime(ctx.now))
}
