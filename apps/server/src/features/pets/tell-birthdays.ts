import type { Context } from '#platform/context.ts'
import { deleteOldPaws, updateBirthdaysTold } from './birthday-queries.ts'

const AT_ONCE = 200

/**
 * Says of every pet whose birthday has begun where it lives that it has: once, whatever runs at once or was down
 * when the day began. One that was missed whole is not told afterwards. Never of a pet that died.
 */
export async function tellBirthdays(ctx: Context): Promise<void> {
  for (;;) {
    const told = await ctx.transaction(async (tx) => {
      const pets = await updateBirthdaysTold(tx.db, ctx.now, AT_ONCE)
      for (const { id, day } of pets) await tx.emit('pet-birthday', { petId: id, day })
      return pets.length
    })
    if (told < AT_ONCE) return
  }
}

export const forgetPaws = ({ db, now }: Context) => deleteOldPaws(db, now)
