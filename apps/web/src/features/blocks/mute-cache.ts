import { getUserMute, listMutedUsers, type MuteState } from '@pawtrait/contract/blocks.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the users that the viewer mutes, last muted first. */
export const mutedUsersQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['muted'],
    queryFn: ({ pageParam }) => call(listMutedUsers, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })

/** Query for whether the viewer mutes a user. */
export const userMuteQuery = (id: UserId) =>
  queryOptions<MuteState>({ queryKey: ['mute', id], queryFn: () => browserCall(getUserMute, { params: { id } }) })
