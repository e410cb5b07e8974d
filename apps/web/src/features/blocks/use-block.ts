import { blockUser, unblockUser } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { blockedUsersQuery, invalidateAllLists } from './block-cache.ts'

/** Mutation that blocks a user. The caller must remove the user's content from the screen. */
export const useBlock = () =>
  useMutation({
    mutationKey: ['block'],
    mutationFn: (id: UserId) => call(blockUser, { params: { id } }),
  })

/** Mutation that unblocks a user. Does not restore the follows and requests that the block has ended. */
export function useUnblock() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['unblock'],
    mutationFn: (id: UserId) => call(unblockUser, { params: { id } }),
    onSuccess: () => {
      // Marks the user as not blocked, so that the user's page shows the profile again.
      queries.setQueriesData({ queryKey: ['blocked-user'] }, null)
      // Refetches the list of blocked users only when it is next opened, so that the visible row remains.
      void queries.invalidateQueries({ queryKey: blockedUsersQuery().queryKey, refetchType: 'none' })
      void invalidateAllLists(queries)
    },
  })
}
