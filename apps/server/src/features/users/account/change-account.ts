import type { UserId } from '@pawtrait/contract/ids.ts'
import { updateAccount } from '#features/users/queries.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { knownTimeZone } from '#platform/text/time-zone.ts'
import { updatePostPhotosPrivate, updatePrivacy } from './privacy-queries.ts'

/** Profile fields that a user can change. Absent fields keep their value. */
export type AccountChange = Parameters<typeof updateAccount>[2]

/** Changes the viewer's profile fields. @throws Problem 'validation-failed' for an unknown time zone. */
export async function changeAccount(ctx: UserContext, change: AccountChange): Promise<void> {
  const timeZone = await knownTimeZone(ctx.db, change.timeZone)
  if (change.timeZone !== undefined && !timeZone)
    throw fieldProblem('timeZone', 'unknown', 'There is no such time zone.')
  await updateAccount(ctx.db, ctx.viewer, { ...change, timeZone })
}

/** Makes the account and its photos private, or the account public. Returns whether anything changed. */
export async function changePrivacy(tx: Tx, user: UserId, isPrivate: boolean): Promise<boolean> {
  const hasChanged = (await updatePrivacy(tx.db, user, isPrivate)) !== undefined
  if (hasChanged && isPrivate) await updatePostPhotosPrivate(tx.db, user)
  return hasChanged
}
