import type { Context } from '#platform/context.ts'
import { eachRow } from '#platform/database/each-row.ts'
import { deleteOldPaws, selectBirthdaysUntold, updateBirthdayTold } from './birthday-queries.ts'

const AT_ONCE = 200

/**
 * Emits `pet-birthday` for every living pet when its birthday has begun where it lives: once, with several processes
 * and after a pause. A birthday that was missed as a whole is not told afterwards.
 */
export async function tellBirthdays(ctx: Context): Promise<void> {
  await eachRow(
    ctx,
    'tell-birthdays',
    (after) => selectBirthdaysUntold(ctx.db, ctx.now, after, AT_ONCE),
    ({ id, day }) =>
      ctx.transaction(async (tx) => {
        if (await updateBirthdayTold(tx.db, id, day)) await tx.emit('pet-birthday', { petId: id, day })
      }),
  )
}

export const forgetPaws = ({ db, now }: Context) => deleteOldPaws(db, now)
