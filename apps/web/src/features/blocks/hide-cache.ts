import { listHidden } from '@pawtrait/contract/blocks.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/call.ts'

/** Whose posts the viewer hides, hidden last first. */
export const hiddenQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    queryKey: ['hidden'],
    queryFn: ({ pageParam }) => call(listHidden, { query: pageParam ? { cursor: pageParam } : {} }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ cursor }) => cursor,
    staleTime: 0,
  })
