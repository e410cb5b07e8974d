import type { PostId } from '@pawtrait/contract/ids.ts'
import { getPost, type Post } from '@pawtrait/contract/posts.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { cacheFollow } from '#features/follows/follow-cache.ts'
import { call as browserCall } from '#lib/server/call.ts'

/** Cache key of a post. A cached null means that the post was deleted. Lists contain only ids. */
export const postKey = (id: PostId) => ['post', id] as const

/** Mutation key of a like or save of a post. Without `what`, the key matches both kinds of mutation. */
export const postMutationKey = (id: PostId, what?: 'like' | 'save') => ['on-post', id, ...(what ? [what] : [])] as const

/** Query of a single post. Lists write their posts to the same cache entries. */
export const postQuery = (id: PostId, call: ApiCall = browserCall) =>
  queryOptions<Post | null>({
    queryKey: postKey(id),
    queryFn: async ({ client }) => {
      const post = await call(getPost, { params: { id } })
      cacheFollow(client, { kind: 'user', id: post.author.id }, { followedByMe: post.author.followedByMe })
      return post
    },
    staleTime: Infinity,
  })

// Keeps the optimistic state while a like or save is pending, because loaded data may be older than the press.
function keepPendingState(queries: QueryClient, fresh: Post): Post {
  const cached = queries.getQueryData<Post | null>(postKey(fresh.id))
  if (!cached || queries.isMutating({ mutationKey: postMutationKey(fresh.id) }) === 0) return fresh
  const { likedByMe, likeCount, savedByMe } = cached
  return { ...fresh, likedByMe, likeCount, savedByMe }
}

/** Caches the posts of a list. Returns their ids in the same order. */
export function cachePosts(queries: QueryClient, posts: readonly Post[]): PostId[] {
  for (const post of posts) {
    queries.setQueryData(postKey(post.id), keepPendingState(queries, post))
    cacheFollow(queries, { kind: 'user', id: post.author.id }, { followedByMe: post.author.followedByMe })
  }
  return posts.map((post) => post.id)
}

/** Changes a cached post on every screen that shows it. */
export function updateCachedPost(queries: QueryClient, id: PostId, change: (post: Post) => Partial<Post>) {
  queries.setQueryData<Post | null>(postKey(id), (post) => post && { ...post, ...change(post) })
}

export function markPostDeleted(queries: QueryClient, id: PostId) {
  queries.setQueryData(postKey(id), null)
}

/** Returns the outbox fields of a post: its key, and its author's username for the list of queued actions. */
export const getOutboxPostFields = (queries: QueryClient, id: PostId): { thing: string; words: string } => ({
  thing: `post:${id}`,
  words: queries.getQueryData<Post | null>(postKey(id))?.author.username ?? '',
})
