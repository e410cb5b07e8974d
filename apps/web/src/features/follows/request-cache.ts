import { listAskedFollows, listFollowRequests } from '@pawtrait/contract/follows.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'

const pages = {
  initialPageParam: null as string | null,
  getNextPageParam: ({ cursor }: { cursor: string | null }) => cursor,
  staleTime: 0,
}

/** Who asks to follow the viewer, last one first, with how many wait. */
export const requestsQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['follow-requests'],
    queryFn: ({ pageParam }) => call(listFollowRequests, { query: pageParam ? { cursor: pageParam } : {} }),
  })

/** Whom the viewer has asked to follow, asked last first. */
export const askedQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...pages,
    queryKey: ['follow-asked'],
    queryFn: ({ pageParam }) => call(listAskedFollows, { query: pageParam ? { cursor: pageParam } : {} }),
  })
