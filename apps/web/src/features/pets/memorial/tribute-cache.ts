import type { PetId } from '@pawtrait/contract/ids.ts'
import { listTributes } from '@pawtrait/contract/pets/pet-memorial.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

/** Query for the tributes to a pet that died, newest first. */
export const tributesQuery = (id: PetId) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['tributes', id],
    queryFn: ({ pageParam }) => call(listTributes, { params: { id }, query: cursorParam(pageParam) }),
  })
