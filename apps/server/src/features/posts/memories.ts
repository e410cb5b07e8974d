import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Memory } from '@pawtrait/contract/pets/pet-days.ts'
import { requireVisiblePet } from '#features/pets/visible-pet.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { type MemoryRow, selectOwnMemories, selectPetMemories } from './memory-queries.ts'
import { getPostsByIds } from './read-posts.ts'

type Memories = { memories: Memory[] }

async function toMemories(ctx: Context, rows: MemoryRow[], limit: number): Promise<Memories> {
  const selected = rows.slice(0, limit)
  const posts = await getPostsByIds(
    ctx,
    selected.map(({ id }) => id),
  )
  const years = new Map(selected.map(({ id, yearsAgo }) => [id, yearsAgo]))
  return { memories: posts.map((post) => ({ yearsAgo: years.get(post.id) ?? 1, post })) }
}

const MAX_PER_PET = 12
const MAX_PER_USER = 6

/** Returns a pet's posts of today's date in earlier years; none for a memorial. @throws Problem 'not-found' */
export async function getPetMemories(ctx: Context, id: PetId): Promise<Memories> {
  const pet = await requireVisiblePet(ctx, id)
  return toMemories(ctx, await selectPetMemories(ctx.db, ctx.viewer, pet, ctx.now), MAX_PER_PET)
}

export const getOwnMemories = async (ctx: UserContext): Promise<Memories> =>
  toMemories(ctx, await selectOwnMemories(ctx.db, ctx.viewer, ctx.now), MAX_PER_USER)
