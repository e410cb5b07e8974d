import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import { getPetPosts, getTagPosts, getUserPosts, type PostPage } from '@pawtrait/contract/posts.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'
import { cachePosts } from './post-cache.ts'

// Page size. A grid has 3 or 4 columns, and a multiple of both fills the last row.
const PAGE = '24'

/** Returns query options for a paginated list of posts. Posts go into the cache; the list holds ids. */
export const postListQuery = (
  key: readonly string[],
  read: (query: { limit: string; cursor?: string }) => Promise<PostPage>,
) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: key,
    queryFn: async ({ pageParam, client }: { pageParam: string | null; client: QueryClient }) => {
      const { posts, cursor } = await read({ limit: PAGE, ...cursorParam(pageParam) })
      return { ids: cachePosts(client, posts), cursor }
    },
  })

/** Query for a user's posts, the pinned post first, then newest first. */
export const userPostsQuery = (id: UserId, call: ApiCall = browserCall) =>
  postListQuery(['user-posts', id], (query) => call(getUserPosts, { params: { id }, query }))

/** Query for posts that show a pet, newest first. */
export const petPostsQuery = (id: PetId, call: ApiCall = browserCall) =>
  postListQuery(['pet-posts', id], (query) => call(getPetPosts, { params: { id }, query }))

/** Query for posts with a hashtag, newest first. */
export const tagPostsQuery = (tag: string, call: ApiCall = browserCall) =>
  postListQuery(['tag-posts', tag], (query) => call(getTagPosts, { params: { tag }, query }))

const invalidatedKeys = new Set([
  'archive',
  'user-posts',
  'pet-posts',
  'tag-posts',
  'species-posts',
  'profile',
  'pet',
  'user-pets',
])

/** Invalidates lists of posts and post counts. Active queries refetch at once, inactive queries on their next use. */
export const refreshPostLists = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => invalidatedKeys.has(String(queryKey[0])) })
