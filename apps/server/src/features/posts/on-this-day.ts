import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Memory } from '@pawtrait/contract/pets/pet-days.ts'
import { visiblePet } from '#features/pets/visible-pet.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { type MemoryRow, selectOwnMemories, selectPetMemories } from './memory-queries.ts'
import { postsByIds } from './view.ts'

type Memories = { memories: Memory[] }

async function memoriesOf(ctx: Context, rows: MemoryRow[], most: number): Promise<Memories> {
  const taken = rows.slice(0, most)
  const posts = await postsByIds(
    ctx,
    taken.map(({ id }) => id),
  )
  const years = new Map(taken.map(({ id, yearsAgo }) => [id, yearsAgo]))
  return { memories: posts.map((post) => ({ yearsAgo: years.get(post.id) ?? 1, post })) }
}

const OF_A_PET = 12
const OF_ALL = 6

/** What was on this day in earlier years with a pet; nothing of one that died. @throws Problem as `visiblePet`. */
export async function petOnThisDay(ctx: Context, id: PetId): Promise<Memories> {
  const pet = await visiblePet(ctx, id)
  return memoriesOf(ctx, await selectPetMemories(ctx.db, ctx.viewer, pet, ctx.now), OF_A_PET)
}

/** The same with all pets the viewer cares for. */
export const onThisDay = async (ctx: UserContext): Promise<Memories> =>
  memoriesOf(ctx, await selectOwnMemories(ctx.db, ctx.viewer, ctx.now), OF_ALL)
