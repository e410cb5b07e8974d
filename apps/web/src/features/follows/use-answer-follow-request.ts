import { acceptFollowRequest, declineFollowRequest } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { followRequestsQuery } from './follow-request-cache.ts'

/** Mutation that accepts or declines a follow request. The list is refetched only when the user reopens it. */
export function useAnswerFollowRequest(id: UserId) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['answer-request', id],
    mutationFn: (accept: boolean) => call(accept ? acceptFollowRequest : declineFollowRequest, { params: { id } }),
    onSuccess: () => {
      for (const queryKey of [followRequestsQuery().queryKey, ['people', 'followers'], ['profile']])
        void queries.invalidateQueries({ queryKey, refetchType: 'none' })
    },
  })
}
