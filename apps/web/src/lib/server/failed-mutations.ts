import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** Variables of a mutation: the id of the item to change, and its name for error messages. */
export type NamedItem = { id: string; name: string }

type MutationResult = NamedItem & { status: string }

// The cast is safe: callers pass only keys of mutations with `NamedItem` variables.
const readMutationResult = ({ state }: Mutation): MutationResult => ({
  ...(state.variables as NamedItem),
  status: state.status,
})

function listFailedNames(results: readonly MutationResult[]): string[] {
  const lastResults = new Map(results.map((result) => [result.id, result]))
  return [...lastResults.values()].flatMap(({ status, name }) => (status === 'error' ? name : []))
}

/**
 * Returns the names of the items for which the last mutation failed. Reads the cache, because a mutation observer sees
 * only one mutation.
 */
export const listFailedItemNames = (queries: QueryClient, mutationKey: readonly string[]): string[] =>
  listFailedNames(queries.getMutationCache().findAll({ mutationKey }).map(readMutationResult))

/** Hook that returns the result of `listFailedItemNames`. Ignores failures from before the component was mounted. */
export function useFailedMutations(mutationKey: readonly string[]): string[] {
  const cache = useQueryClient().getMutationCache()
  const [earlierFailures] = useState(() => new Set(cache.findAll({ mutationKey, status: 'error' })))
  const predicate = (mutation: Mutation) => !earlierFailures.has(mutation)
  return listFailedNames(useMutationState({ filters: { mutationKey, predicate }, select: readMutationResult }))
}
