import type { PetId } from '@pawtrait/contract/ids.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deletePaw, insertPaw, selectBirthdayToday, selectPawCount } from './birthday-queries.ts'
import { visiblePet } from './visible-pet.ts'

type PawState = { paws: number; pawedByMe: boolean }

/** Returns a pet and its birthday's date. @throws Problem 'not-found' for an invisible pet; 'conflict' on other days */
async function birthdayOf(ctx: UserContext, id: PetId) {
  const pet = await visiblePet(ctx, id)
  const birthday = await selectBirthdayToday(ctx.db, pet, ctx.now)
  if (!birthday) throw new Problem('conflict', 'It is not its birthday today.')
  return { pet, day: birthday.day }
}

/** Sends the viewer's paw to a pet; idempotent. @throws Problem 'not-found'; 'conflict' unless it has its birthday */
export async function sendBirthdayPaw(ctx: UserContext, id: PetId): Promise<PawState> {
  const { pet, day } = await birthdayOf(ctx, id)
  await insertPaw(ctx.db, pet, ctx.viewer, day, ctx.now)
  return { paws: await selectPawCount(ctx.db, ctx.viewer, pet, day), pawedByMe: true }
}

/** Deletes the viewer's paw; idempotent. @throws Problem 'not-found'; 'conflict' unless the pet has its birthday */
export async function deleteBirthdayPaw(ctx: UserContext, id: PetId): Promise<PawState> {
  const { pet, day } = await birthdayOf(ctx, id)
  await deletePaw(ctx.db, pet, ctx.viewer, day)
  return { paws: await selectPawCount(ctx.db, ctx.viewer, pet, day), pawedByMe: false }
}
