import { muteUser, unmuteUser } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { mutedUsersQuery, userMuteQuery } from './mute-cache.ts'

/** Mutation that mutes a user if its input is true, otherwise unmutes them. Not optimistic. */
export function useMute(id: UserId) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['mute', id],
    mutationFn: (on: boolean) => call(on ? muteUser : unmuteUser, { params: { id } }),
    onSuccess: (state) => {
      queries.setQueryData(userMuteQuery(id).queryKey, state)
      void queries.invalidateQueries({ queryKey: mutedUsersQuery().queryKey })
    },
  })
}
