import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Species } from '@pawtrait/contract/pets/pets.ts'
import type { Call } from '@pawtrait/contract/render.ts'
import { explore, type Hit, type HitType, search, speciesPosts, trendingTags } from '@pawtrait/contract/search.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { cacheFollow, type FollowTarget } from '#features/follows/follow-cache.ts'
import { postList } from '#features/posts/post-lists.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const PAGE = '24'
const PAGE_OF_EACH = '12'
const SUGGESTED = 3 // of each kind

/** Returns what a follow of this hit refers to; null if it cannot be followed. */
export function followTargetOf({ id, type }: Pick<Hit, 'id' | 'type'>): FollowTarget | null {
  // Cast: `type` determines what the id belongs to (contract search.ts).
  if (type === 'user') return { kind: 'user', id: id as UserId }
  return type === 'pet' ? { kind: 'pet', id: id as PetId } : null
}

function keepFollows(queries: QueryClient, hits: readonly Hit[]) {
  for (const hit of hits) {
    const followed = followTargetOf(hit)
    const { followedByMe, requestedByMe } = hit
    if (followed && followedByMe !== null) cacheFollow(queries, followed, { followedByMe, requestedByMe })
  }
}

/** Hits, paginated: some of each kind, or of one. */
export const searchQuery = (q: string, type: HitType | null, call: Call = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['search', q, type],
    queryFn: async ({ pageParam, client }) => {
      const of = type ? { type, limit: PAGE } : { limit: PAGE_OF_EACH }
      const page = await call(search, { query: { q, ...of, ...cursorParam(pageParam) } })
      keepFollows(client, page.hits)
      return page
    },
  })

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search-suggestions', q],
    queryFn: () => browserCall(search, { query: { q, limit: String(SUGGESTED) } }),
  })

/** The newest public posts, one per author. */
export const exploreQuery = (call: Call = browserCall) => postList(['explore'], (query) => call(explore, { query }))

/** The newest public posts that show a species. */
export const speciesPostsQuery = (species: Species, call: Call = browserCall) =>
  postList(['species-posts', species], (query) => call(speciesPosts, { params: { species }, query }))

/** Tags used by most people this week. */
export const trendingQuery = (call: Call = browserCall) =>
  queryOptions({ queryKey: ['trending-tags'], queryFn: async () => (await call(trendingTags)).tags })
