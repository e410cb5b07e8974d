import type { PetId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deletePaw, insertPaw, selectBirthdayToday, selectPawCount } from './birthday-queries.ts'
import { requireVisiblePet } from './visible-pet.ts'

type PawState = { paws: number; pawedByMe: boolean }

/** Returns a pet and the date of its birthday. @throws Problem 'not-found' if invisible; 'conflict' on any other day */
async function requireBirthday(ctx: UserContext, id: PetId) {
  const pet = await requireVisiblePet(ctx, id)
  const birthday = await selectBirthdayToday(ctx.db, pet, ctx.now)
  if (!birthday) throw new Problem('conflict', 'It is not its birthday today.')
  return { pet, day: birthday.day }
}

/** Likes a pet's birthday; idempotent. @throws Problem 'not-found' if invisible; 'conflict' on any other day */
export async function sendBirthdayPaw(ctx: UserContext, id: PetId): Promise<PawState> {
  const { pet, day } = await requireBirthday(ctx, id)
  await insertPaw(ctx.db, pet, ctx.viewer, day, ctx.now)
  return { paws: await selectPawCount(ctx.db, ctx.viewer, pet, day), pawedByMe: true }
}

/** Removes the viewer's like of a birthday; idempotent. @throws Problem 'not-found'; 'conflict' on any other day */
export async function removeBirthdayPaw(ctx: UserContext, id: PetId): Promise<PawState> {
  const { pet, day } = await requireBirthday(ctx, id)
  await deletePaw(ctx.db, pet, ctx.viewer, day)
  return { paws: await selectPawCount(ctx.db, ctx.viewer, pet, day), pawedByMe: false }
}
