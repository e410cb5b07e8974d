import { blockUser, unblockUser } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { blockedQuery, refetchLists } from './block-cache.ts'

/** Blocks somebody, once the server has done it; the screen is the caller's to clear. */
export const useBlock = () =>
  useMutation({
    mutationKey: ['block'],
    mutationFn: (id: UserId) => call(blockUser, { params: { id } }),
  })

/** Both may see each other again. What was ended stays ended. */
export function useUnblock() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['unblock'],
    mutationFn: (id: UserId) => call(unblockUser, { params: { id } }),
    onSuccess: () => {
      // Its page shows the profile again.
      queries.setQueriesData({ queryKey: ['blocked-user'] }, null)
      // The list itself stays as it is under the reader's finger; it is new when it is next opened.
      void queries.invalidateQueries({ queryKey: blockedQuery().queryKey, refetchType: 'none' })
      void refetchLists(queries)
    },
  })
}
