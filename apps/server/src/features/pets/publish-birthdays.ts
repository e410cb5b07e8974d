import type { Context } from '#platform/context.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { deleteOldPaws, markBirthdayAnnounced, selectUnannouncedBirthdays } from './birthday-queries.ts'

const BATCH_SIZE = 200

/** Emits one `pet-birthday` event when a living pet's birthday begins in its time zone, or later that day. */
export async function publishBirthdays(ctx: Context): Promise<void> {
  await forEachRow(
    ctx,
    'tell-birthdays',
    (after) => selectUnannouncedBirthdays(ctx.db, ctx.now, after, BATCH_SIZE),
    ({ id, day }) =>
      ctx.transaction(async (tx) => {
        if (await markBirthdayAnnounced(tx.db, id, day)) await tx.emit('pet-birthday', { petId: id, day })
      }),
  )
}

export const deleteOldBirthdayPaws = ({ db, now }: Context) => deleteOldPaws(db, now)
