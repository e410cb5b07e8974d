import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { getUserPets } from '@pawtrait/contract/pets/pets.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { getViewer, type Viewer } from '@pawtrait/contract/users.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'

/**
 * Query for the signed-in user; null for a visitor. The server's HTML fills the cache. Changes of the account refetch
 * the query.
 */
export const viewerQuery = (call: ApiCall = browserCall) =>
  queryOptions<Viewer | null>({ queryKey: ['viewer'], queryFn: () => call(getViewer), staleTime: Infinity })

/** Query for the viewer's own pets. */
export const ownPetsQuery = (viewer: Pick<Viewer, 'id'>, call: ApiCall = browserCall) =>
  queryOptions({
    queryKey: ['user-pets', viewer.id],
    queryFn: () => call(getUserPets, { params: { id: viewer.id } }),
    select: ({ pets }) => pets,
  })

/** Returns the signed-in user, or null. */
export function useViewer(): Viewer | null {
  return useQuery({ ...viewerQuery(), enabled: false }).data ?? null
}

/** Returns the pets the viewer cares for; empty until loaded. */
export function useOwnPets(): Pick<
  Pet,
  'id' | 'slug' | 'name' | 'species' | 'breed' | 'backdrop' | 'portrait' | 'birthday'
>[] {
  const viewer = useViewer()
  const pets = useQuery({ ...ownPetsQuery({ id: viewer?.id ?? ('' as Viewer['id']) }), enabled: viewer !== null })
  return pets.data ?? []
}
