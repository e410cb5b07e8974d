import { listFollowRequests, listSentFollowRequests } from '@pawtrait/contract/follows.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the follow requests to the viewer, newest first, with the count of open requests (at most 100). */
export const followRequestsQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['follow-requests'],
    queryFn: ({ pageParam }) => call(listFollowRequests, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })

/** Query for the follow requests that the viewer has sent, newest first. */
export const sentFollowRequestsQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['follow-asked'],
    queryFn: ({ pageParam }) => call(listSentFollowRequests, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })
