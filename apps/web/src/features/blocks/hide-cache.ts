import { listHidden } from '@pawtrait/contract/blocks.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { pageAt, paged } from '#lib/server/queries.ts'

/** Users and pets with hidden posts, last hidden first. */
export const hiddenQuery = (call: Call = browserCall) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['hidden'],
    queryFn: ({ pageParam }) => call(listHidden, { query: pageAt(pageParam) }),
    staleTime: 0,
  })
