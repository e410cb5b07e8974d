import type { UserId } from '@pawtrait/contract/ids.ts'
import { updateAccount } from '#features/users/queries.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem } from '#platform/problem.ts'
import { knownTimeZone } from '#platform/text/time-zone.ts'
import { updatePostPhotosClosed, updatePrivacy } from './privacy-queries.ts'

/** What a user may say about themselves; what is absent stays. */
export type AccountChange = Parameters<typeof updateAccount>[2]

/** @throws Problem 'validation-failed' for a time zone that does not exist. */
export async function changeAccount(ctx: UserContext, change: AccountChange): Promise<void> {
  const timeZone = await knownTimeZone(ctx.db, change.timeZone)
  if (change.timeZone !== undefined && !timeZone)
    throw fieldProblem('timeZone', 'unknown', 'There is no such time zone.')
  await updateAccount(ctx.db, ctx.viewer, { ...change, timeZone })
}

/** Makes the account private or public; returns whether it was not so before. Photos of a private one close at once. */
export async function changePrivacy(tx: Tx, user: UserId, isPrivate: boolean): Promise<boolean> {
  const hasChanged = (await updatePrivacy(tx.db, user, isPrivate)) !== undefined
  if (hasChanged && isPrivate) await updatePostPhotosClosed(tx.db, user)
  return hasChanged
}
