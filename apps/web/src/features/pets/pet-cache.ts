import { getPetBySlug, type Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** One pet by its address; it lives once, under this key. */
export const petQuery = (slug: string, call: Call = browserCall) =>
  queryOptions<Pet>({ queryKey: ['pet', slug], queryFn: () => call(getPetBySlug, { params: { slug } }) })

/** Shows a pet as the server just answered it, and reads again what lists pets. */
export async function keepPet(queries: QueryClient, pet: Pet) {
  const { queryKey } = petQuery(pet.slug)
  // An answer that was asked for before would show the pet as it was.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, pet)
  await refreshPetLists(queries)
}

/** Lists and posts that show a pet's name or frame are read again when they are next seen. */
export async function refreshPetLists(queries: QueryClient) {
  await queries.invalidateQueries({ queryKey: ['user-pets'] })
  for (const list of ['profile', 'user-posts', 'pet-posts', 'feed', 'search', 'explore'])
    void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}
