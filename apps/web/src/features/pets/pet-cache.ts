import { getPetBySlug, type Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** A pet by its slug, cached only under this key. */
export const petQuery = (slug: string, call: Call = browserCall) =>
  queryOptions<Pet>({ queryKey: ['pet', slug], queryFn: () => call(getPetBySlug, { params: { slug } }) })

/** Caches a pet as received from the server, and refetches lists of pets. */
export async function cachePet(queries: QueryClient, pet: Pet) {
  const { queryKey } = petQuery(pet.slug)
  // A pending response would overwrite it with the old pet.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, pet)
  await refreshPetLists(queries)
}

/** Invalidates lists and posts that show a pet's name or frame; refetched when next shown. */
export async function refreshPetLists(queries: QueryClient) {
  await queries.invalidateQueries({ queryKey: ['user-pets'] })
  for (const list of ['profile', 'user-posts', 'pet-posts', 'feed', 'search', 'explore'])
    void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}
