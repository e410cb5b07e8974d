import { removePetAvatar } from '#features/users/account/avatars.ts'
import { lockUsers } from '#features/users/account/lock-users.ts'
import type { Context } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { selectCurrentRole, selectFormerSitterAvatars } from './people-queries.ts'

const BATCH_SIZE = 200

/** Removes each former sitter's avatar if it still shows the pet that the sitter cared for. */
export async function removeFormerSitterAvatars(ctx: Context): Promise<void> {
  await forEachRow(
    ctx,
    'end-sitting',
    (after) => selectFormerSitterAvatars(ctx.db, ctx.now, after, BATCH_SIZE),
    ({ id: user, pet }) =>
      ctx.transaction(async (tx) => {
        await lockUsers(tx, user)
        // The sitter's role may have been extended since the query above.
        if (!(await selectCurrentRole(tx.db, pet, user, ctx.now))) await removePetAvatar(tx, user, pet)
      }),
  )
}
