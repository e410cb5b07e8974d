import { blockUser, unblockUser } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { blockedUsersQuery, invalidateLists } from './block-cache.ts'

/** Mutation that blocks a user. The caller removes the user's content from the screen. */
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
      // Makes the user's page show the profile again.
      queries.setQueriesData({ queryKey: ['blocked-user'] }, null)
      // The visible list of blocked users stays unchanged, and is refetched when it is next opened.
      void queries.invalidateQueries({ queryKey: blockedUsersQuery().queryKey, refetchType: 'none' })
      void invalidateLists(queries)
    },
  })
}
