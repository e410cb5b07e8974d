import type { Context } from '#platform/context.ts'
import { eachRow } from '#platform/database/each-row.ts'
import { deleteOldPaws, selectBirthdaysUntold, updateBirthdayTold } from './birthday-queries.ts'

const BATCH = 200

/**
 * Emits `pet-birthday` for every living pet when its birthday begins in its time zone. Emits it once, also with several
 * processes or after an interruption. A birthday that was missed completely is not announced later.
 */
export async function tellBirthdays(ctx: Context): Promise<void> {
  await eachRow(
    ctx,
    'tell-birthdays',
    (after) => selectBirthdaysUntold(ctx.db, ctx.now, after, BATCH),
    ({ id, day }) =>
      ctx.transaction(async (tx) => {
        if (await updateBirthdayTold(tx.db, id, day)) await tx.emit('pet-birthday', { petId: id, day })
      }),
  )
}

export const forgetPaws = ({ db, now }: Context) => deleteOldPaws(db, now)
