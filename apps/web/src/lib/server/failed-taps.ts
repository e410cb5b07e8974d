import { type Mutation, type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

/** What a tap among several says of itself: what it is on, and how a failure calls that. */
export type Tap = { id: string; name: string }

type Tapped = Tap & { status: string }

// Whoever gives a key says that its mutations are taps.
const tappedBy = ({ state }: Mutation): Tapped => ({ ...(state.variables as Tap), status: state.status })

function namesOf(taps: readonly Tapped[]): string[] {
  const last = new Map(taps.map((tap) => [tap.id, tap]))
  return [...last.values()].flatMap(({ status, name }) => (status === 'error' ? name : []))
}

/** Those whose last tap the server did not take, by name. A mutation's own observer knows only the last tap of all. */
export const failedTaps = (queries: QueryClient, mutationKey: readonly string[]): string[] =>
  namesOf(queries.getMutationCache().findAll({ mutationKey }).map(tappedBy))

/** The same on screen, without what failed before this was drawn. */
export function useFailedTaps(mutationKey: readonly string[]): string[] {
  const cache = useQueryClient().getMutationCache()
  const [earlier] = useState(() => new Set(cache.findAll({ mutationKey, status: 'error' })))
  const predicate = (mutation: Mutation) => !earlier.has(mutation)
  return namesOf(useMutationState({ filters: { mutationKey, predicate }, select: tappedBy }))
}
