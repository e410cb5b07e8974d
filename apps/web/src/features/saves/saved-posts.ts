import { getSaves } from '@pawtrait/contract/saves.ts'
import { postList } from '#features/posts/post-lists.ts'
import { call } from '#lib/call.ts'

/** What the viewer saved, last saved first; read anew each time it is looked at. */
export const savedPostsQuery = () => ({
  ...postList(['saves'], (query) => call(getSaves, { query })),
  refetchOnMount: 'always' as const,
})
