import { hidePet, hideUser, unhidePet, unhideUser } from '@pawtrait/contract/blocks.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { hiddenSubjectsQuery } from './hide-cache.ts'

/** Number of days for which the posts are hidden; null hides them until the viewer unhides them. */
export type HideDuration = 1 | 7 | 30 | null

export type HiddenSubject = { type: 'user'; id: UserId } | { type: 'pet'; id: PetId }

/** Refetches the lists that exclude hidden posts, and the list of hidden users and pets. */
function readLists(queries: QueryClient) {
  for (const queryKey of [['feed'], ['search'], ['explore'], hiddenSubjectsQuery().queryKey])
    void queries.invalidateQueries({ queryKey })
}

const hideSubject = ({ type, id }: HiddenSubject, days: HideDuration) =>
  type === 'user'
    ? call(hideUser, { params: { id }, body: { days } })
    : call(hidePet, { params: { id }, body: { days } })

const unhideSubject = ({ type, id }: HiddenSubject) =>
  type === 'user' ? call(unhideUser, { params: { id } }) : call(unhidePet, { params: { id } })

/** Mutation that hides the posts of a user, or the posts with certain pets. Not optimistic. */
export function useHide() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['hide'],
    mutationFn: ({ hidden, days }: { hidden: readonly HiddenSubject[]; days: HideDuration }) =>
      Promise.all(hidden.map((item) => hideSubject(item, days))),
    onSettled: () => readLists(queries),
  })
}

export function useUnhide() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['unhide'],
    mutationFn: (hidden: readonly HiddenSubject[]) => Promise.all(hidden.map(unhideSubject)),
    onSettled: () => readLists(queries),
  })
}
