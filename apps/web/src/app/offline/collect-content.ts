import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type DehydratedState, dehydrate, type InfiniteData, type Query, type QueryClient } from '@tanstack/react-query'
import { newestCommentsKey } from '#features/comments/comment-keys.ts'
import { feedKey } from '#features/feed/feed-cache.ts'
import { unreadCountKey } from '#features/notifications/use-unread-count.ts'
import { userPostsQuery } from '#features/posts/post-lists.ts'
import { storyRowKey } from '#features/stories/story-keys.ts'
import type { StoredAppSection, StoredPage } from '#lib/offline/offline-database.ts'

/** Maximum number of stored posts per list. */
const STORED_POSTS = 30

type IdPages = InfiniteData<{ ids: PostId[] }>

/** Returns the ids of the first posts of a cached list. */
function listFirstIds(queries: QueryClient, key: readonly unknown[]): PostId[] {
  const pages = queries.getQueryData<IdPages>(key)?.pages ?? []
  return pages.flatMap(({ ids }) => ids).slice(0, STORED_POSTS)
}

/** Returns the ids of the posts to store: posts of the feed first, then the user's own posts. */
export const listPostIdsToStore = (queries: QueryClient, user: UserId): PostId[] => [
  ...new Set([...listFirstIds(queries, feedKey), ...listFirstIds(queries, userPostsQuery(user).queryKey)]),
]

/** Shortens a list. A list of posts ends after the page with the 30th post, other lists after the first page. */
function shorten(data: unknown): unknown {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return data
  const { pages, pageParams } = data as InfiniteData<{ ids?: PostId[] }>
  let posts = 0
  const count = pages.findIndex(({ ids = [] }) => (posts += ids.length) >= STORED_POSTS) + 1
  const pageCount = pages[0]?.ids ? count || pages.length : 1
  return { ...data, pages: pages.slice(0, pageCount), pageParams: pageParams.slice(0, pageCount) }
}

/** Returns, for each part of the app, the keys of the queries to store, as JSON. */
function listKeysToStore(queries: QueryClient, user: UserId, username: string): Record<StoredAppSection, Set<string>> {
  const hashKeys = (...keys: (readonly unknown[])[]) => new Set(keys.map((key) => JSON.stringify(key)))
  const posts = (ids: readonly PostId[]) =>
    ids.flatMap((id) => {
      const comments = queries.getQueryData<CommentId[]>(newestCommentsKey(id)) ?? []
      return [['post', id], newestCommentsKey(id), ...comments.map((comment) => ['comment', comment])]
    })
  const ownPostsKey = userPostsQuery(user).queryKey
  return {
    viewer: hashKeys(['viewer'], ['user-pets', user], unreadCountKey),
    feed: hashKeys(feedKey, storyRowKey, ['birthdays'], ...posts(listFirstIds(queries, feedKey))),
    notifications: hashKeys(['notifications', 'all']),
    profile: hashKeys(['profile', username.toLowerCase()], ownPostsKey, ...posts(listFirstIds(queries, ownPostsKey))),
  }
}

const mainKeys = {
  viewer: ['viewer'],
  feed: feedKey,
  notifications: ['notifications', 'all'],
} as const

function dehydratePart(queries: QueryClient, keys: ReadonlySet<string>): DehydratedState {
  const mustStore = ({ queryKey, state }: Query) => state.data !== undefined && keys.has(JSON.stringify(queryKey))
  const { queries: dehydrated } = dehydrate(queries, {
    shouldDehydrateQuery: mustStore,
    shouldDehydrateMutation: () => false,
  })
  return {
    mutations: [],
    queries: dehydrated.map((query) => ({
      ...query,
      state: { ...query.state, data: shorten(query.state.data), error: null, status: 'success', fetchStatus: 'idle' },
    })),
  }
}

/** Returns the cached content of each part of the app. */
export function collectContent(queries: QueryClient, { id, username }: { id: UserId; username: string }): StoredPage[] {
  const keys = listKeysToStore(queries, id, username)
  const main = { ...mainKeys, profile: ['profile', username.toLowerCase()] }
  return (Object.keys(keys) as StoredAppSection[]).flatMap((part) => {
    const state = queries.getQueryState(main[part])
    if (state?.data === undefined || state.data === null) return []
    return [{ part, user: id, at: state.dataUpdatedAt, queries: dehydratePart(queries, keys[part]) }]
  })
}
