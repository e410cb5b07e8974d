import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Species } from '@pawtrait/contract/pets/pets.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import {
  getExplorePosts,
  getSpeciesPosts,
  getTrendingTags,
  type SearchHit,
  type SearchHitType,
  search,
} from '@pawtrait/contract/search.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { cacheFollow, type FollowTarget } from '#features/follows/follow-cache.ts'
import { postListQuery } from '#features/posts/post-lists.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'

const PAGE = '24'
const PAGE_OF_EACH = '12'
const SUGGESTED = 3 // maximum number of suggestions per type

/** Returns the follow target of a hit; null unless the hit is a user or a pet. */
export function getFollowTarget({ id, type }: Pick<SearchHit, 'id' | 'type'>): FollowTarget | null {
  // The casts are safe: `type` determines what `id` identifies (contract search.ts).
  if (type === 'user') return { kind: 'user', id: id as UserId }
  return type === 'pet' ? { kind: 'pet', id: id as PetId } : null
}

function cacheFollows(queries: QueryClient, hits: readonly SearchHit[]) {
  for (const hit of hits) {
    const followed = getFollowTarget(hit)
    const { followedByMe, requestedByMe } = hit
    if (followed && followedByMe !== null) cacheFollow(queries, followed, { followedByMe, requestedByMe })
  }
}

/** Paginated search hits of one type. If `type` is null, each page has at most 12 hits of each type. */
export const searchQuery = (q: string, type: SearchHitType | null, call: ApiCall = browserCall) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['search', q, type],
    queryFn: async ({ pageParam, client }) => {
      const limits = type ? { type, limit: PAGE } : { limit: PAGE_OF_EACH }
      const page = await call(search, { query: { q, ...limits, ...cursorParam(pageParam) } })
      cacheFollows(client, page.hits)
      return page
    },
  })

export const suggestionsQuery = (q: string) =>
  queryOptions({
    queryKey: ['search-suggestions', q],
    queryFn: () => browserCall(search, { query: { q, limit: String(SUGGESTED) } }),
  })

/** Query for the newest public posts, one per author. */
export const exploreQuery = (call: ApiCall = browserCall) =>
  postListQuery(['explore'], (query) => call(getExplorePosts, { query }))

/** Query for the newest public posts that show a species. */
export const speciesPostsQuery = (species: Species, call: ApiCall = browserCall) =>
  postListQuery(['species-posts', species], (query) => call(getSpeciesPosts, { params: { species }, query }))

/** Query for tags used by the most people this week. */
export const trendingTagsQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['trending-tags'], queryFn: async () => (await call(getTrendingTags)).tags })
