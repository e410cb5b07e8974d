import type { PostId } from '@pawtrait/contract/ids.ts'
import { getThreadMute, muteThread, type ThreadMute, unmuteThread } from '@pawtrait/contract/notifications.ts'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'

const threadMuteQuery = (id: PostId) =>
  queryOptions<ThreadMute>({ queryKey: ['thread-mute', id], queryFn: () => call(getThreadMute, { params: { id } }) })

/** Whether the viewer hears of a post, and the switch for it; shown as done once the server has done it. */
export function useMuteThread(id: PostId, enabled: boolean) {
  const queries = useQueryClient()
  const query = threadMuteQuery(id)
  const isMuted = useQuery({ ...query, enabled }).data?.mutedByMe ?? false
  const set = useMutation({
    mutationKey: query.queryKey,
    mutationFn: (on: boolean) => call(on ? muteThread : unmuteThread, { params: { id } }),
    onSuccess: (state) => queries.setQueryData(query.queryKey, state),
  })
  return { isMuted, set: set.mutate, error: set.error }
}
