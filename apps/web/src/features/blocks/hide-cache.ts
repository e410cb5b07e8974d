import { listHiddenItems } from '@pawtrait/contract/blocks.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the users and pets that the viewer has hidden, last hidden first. */
export const hiddenSubjectsQuery = (call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['hidden'],
    queryFn: ({ pageParam }) => call(listHiddenItems, { query: cursorParam(pageParam) }),
    staleTime: 0,
  })
