import type { UserId } from '@pawtrait/contract/ids.ts'
import { selectProfileTextForUpdate, updateAccount } from '#features/users/queries.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { fieldProblem, refuseOutdatedEdit } from '#platform/problem.ts'
import { findKnownTimeZone } from '#platform/text/time-zone.ts'
import { updatePostPhotosPrivate, updatePrivacy } from './privacy-queries.ts'

/** Profile fields to change. Absent fields keep their value. `seen`: time of the last edit that the client knows. */
export type AccountChange = Parameters<typeof updateAccount>[2] & { seen?: string | null | undefined }

/**
 * Changes the viewer's profile fields. Returns the time of the last edit of name or bio; null if there was none.
 * @throws Problem 'validation-failed' for an unknown time zone; 'conflict' when name or bio was changed since `seen`
 */
export async function changeAccount(ctx: UserContext, { seen, ...change }: AccountChange): Promise<string | null> {
  const timeZone = await findKnownTimeZone(ctx.db, change.timeZone)
  if (change.timeZone !== undefined && !timeZone)
    throw fieldProblem('timeZone', 'unknown', 'There is no such time zone.')
  return ctx.transaction(async ({ db }) => {
    const current = await selectProfileTextForUpdate(db, ctx.viewer)
    const isEdit = (['fullname', 'bio'] as const).some(
      (field) => (change[field] ?? current?.[field]) !== current?.[field],
    )
    if (isEdit) refuseOutdatedEdit(seen, current?.editedAt ?? null, 'This profile was changed elsewhere.')
    const updated = await updateAccount(db, ctx.viewer, { ...change, timeZone }, isEdit ? ctx.now : null)
    return updated?.editedAt ?? null
  })
}

/** Makes the account and its photos private, or the account public. Returns whether anything changed. */
export async function changePrivacy(tx: Tx, user: UserId, isPrivate: boolean): Promise<boolean> {
  const hasChanged = (await updatePrivacy(tx.db, user, isPrivate)) !== undefined
  if (hasChanged && isPrivate) await updatePostPhotosPrivate(tx.db, user)
  return hasChanged
}
