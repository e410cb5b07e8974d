import type { PetId } from '@pawtrait/contract/ids.ts'
import { listTributes } from '@pawtrait/contract/pet-memorial.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { call } from '#lib/call.ts'
import { pageAt, paged } from '#lib/queries.ts'

/** Memories of a pet that died, newest first. */
export const tributesQuery = (id: PetId) =>
  infiniteQueryOptions({
    ...paged,
    queryKey: ['tributes', id],
    queryFn: ({ pageParam }) => call(listTributes, { params: { id }, query: pageAt(pageParam) }),
  })
