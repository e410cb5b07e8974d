import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** Variables of a mutation: the id of the item to change, and its name for error messages. */
export type NamedItem = { id: string; name: string }

type TapResult = NamedItem & { status: string }

// The cast is safe: callers pass only keys of mutations with `NamedItem` variables.
const tapResultOf = ({ state }: Mutation): TapResult => ({ ...(state.variables as NamedItem), status: state.status })

function namesOf(taps: readonly TapResult[]): string[] {
  const last = new Map(taps.map((tap) => [tap.id, tap]))
  return [...last.values()].flatMap(({ status, name }) => (status === 'error' ? name : []))
}

/** Returns the names of items if their last mutation failed. Reads the cache: an observer sees only one mutation. */
export const failedMutationNames = (queries: QueryClient, mutationKey: readonly string[]): string[] =>
  namesOf(queries.getMutationCache().findAll({ mutationKey }).map(tapResultOf))

/** Hook that returns the result of `failedMutationNames`. Ignores failures from before the component was mounted. */
export function useFailedMutations(mutationKey: readonly string[]): string[] {
  const cache = useQueryClient().getMutationCache()
  const [earlier] = useState(() => new Set(cache.findAll({ mutationKey, status: 'error' })))
  const predicate = (mutation: Mutation) => !earlier.has(mutation)
  return namesOf(useMutationState({ filters: { mutationKey, predicate }, select: tapResultOf }))
}
