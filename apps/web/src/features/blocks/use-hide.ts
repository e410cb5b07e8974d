import { hideUser, unhidePet, unhideUser } from '@pawtrait/contract/blocks.ts'
import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { hiddenQuery } from './hide-cache.ts'

/** For how many days; null: until it is undone. */
export type HideFor = 1 | 7 | 30 | null

export type HiddenOne = { type: 'user'; id: UserId } | { type: 'pet'; id: PetId }

/** Every list that leaves the hidden out is read again. */
function readLists(queries: QueryClient) {
  for (const queryKey of [['feed'], ['search'], ['explore'], hiddenQuery().queryKey])
    void queries.invalidateQueries({ queryKey })
}

/** Hides the posts of a user; shown as done once the server has done it. */
export function useHide(id: UserId) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['hide', id],
    mutationFn: (days: HideFor) => call(hideUser, { params: { id }, body: { days } }),
    onSuccess: () => readLists(queries),
  })
}

/** Shows somebody's posts again; that needs no plan. */
export function useUnhide() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['unhide'],
    mutationFn: ({ type, id }: HiddenOne) =>
      type === 'user' ? call(unhideUser, { params: { id } }) : call(unhidePet, { params: { id } }),
    onSuccess: () => readLists(queries),
  })
}
