import { getPetBySlug, type Pet } from '@pawtrait/contract/pets/pets.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for a pet by its slug. No other query caches the complete pet. */
export const petQuery = (slug: string, call: ApiCall = browserCall) =>
  queryOptions<Pet>({ queryKey: ['pet', slug], queryFn: () => call(getPetBySlug, { params: { slug } }) })

/** Caches a pet from a response of the server, and refetches lists of pets. */
export async function cachePet(queries: QueryClient, pet: Pet) {
  const { queryKey } = petQuery(pet.slug)
  // Cancels a pending fetch, because its response would overwrite the new pet with the old one.
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, pet)
  await refreshPetLists(queries)
}

/** Refetches lists of pets, and invalidates lists and posts that contain a pet's name or frame. */
export async function refreshPetLists(queries: QueryClient) {
  await queries.invalidateQueries({ queryKey: ['user-pets'] })
  for (const list of ['profile', 'user-posts', 'pet-posts', 'feed', 'search', 'explore'])
    void queries.invalidateQueries({ queryKey: [list], refetchType: 'none' })
}
