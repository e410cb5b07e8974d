import { getSpeciesFilter, type SpeciesFilter, setSpeciesFilter } from '@pawtrait/contract/blocks.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { useOptimisticSettings } from '#lib/use-optimistic-settings.ts'
import { invalidateAllLists } from './block-cache.ts'

/** Query for the viewer's animal filter. */
export const speciesFilterQuery = (call: ApiCall = browserCall) =>
  queryOptions<SpeciesFilter>({ queryKey: ['species-filter'], queryFn: () => call(getSpeciesFilter) })

/** Returns the viewer's animal filter and a function to change it. Optimistic; reverts if the server refuses. */
export function useSpeciesFilter() {
  const queries = useQueryClient()
  const query = useQuery(speciesFilterQuery())
  const { mutate: save, error } = useOptimisticSettings<SpeciesFilter, SpeciesFilter>({
    queryKey: speciesFilterQuery().queryKey,
    optimistic: (_, filter) => filter,
    send: (filter) => browserCall(setSpeciesFilter, { body: filter }),
    onSettled: () => void invalidateAllLists(queries),
  })
  return { query, save, error }
}
