import { getSpeciesFilter, type SpeciesFilter, setSpeciesFilter } from '@pawtrait/contract/blocks.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'
import { refetchLists } from './block-cache.ts'

/** Animals the viewer would rather not see. */
export const speciesFilterQuery = (call: Call = browserCall) =>
  queryOptions<SpeciesFilter>({ queryKey: ['species-filter'], queryFn: () => call(getSpeciesFilter) })

/** The filter and the way to change it: shown and saved at once; what the server refused goes back to what it has. */
export function useSpeciesFilter() {
  const queries = useQueryClient()
  const { queryKey } = speciesFilterQuery()
  const query = useQuery(speciesFilterQuery())
  const mutationKey = ['species-filter']
  const save = useMutation({
    mutationKey,
    scope: { id: 'species-filter' }, // quick presses reach the server in the order they were made
    mutationFn: (body: SpeciesFilter) => browserCall(setSpeciesFilter, { body }),
    onMutate: (filter) => void queries.setQueryData(queryKey, filter),
    // Only the last of several presses settles the screen.
    onSuccess: (filter) => {
      if (queries.isMutating({ mutationKey }) > 1) return
      queries.setQueryData(queryKey, filter)
      void refetchLists(queries)
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
  return { query, save: save.mutate, error: save.error }
}
