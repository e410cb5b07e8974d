import { type LiveMessage, openEventStream } from '@pawtrait/contract/feed.ts'
import type { OrderId, PostId } from '@pawtrait/contract/ids.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { QueryClient } from '@tanstack/react-query'
import { postWatchesKey } from '#features/comments/use-watch-post.ts'
import { markPostDeleted, postQuery } from '#features/posts/post-cache.ts'
import { reelsKey, storyRowKey } from '#features/stories/story-keys.ts'
import { buildEndpointUrl, CallError } from '#lib/server/call.ts'
import { subscribeToEventStream } from '#lib/server/event-stream.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { prependPost, queueMissedPosts, queueNewPost, removeQueuedPost } from './feed-cache.ts'

// The message types are copied from the contract, because importing its schema would enlarge the initial bundle.
const TYPES = {
  'post-arrived': true,
  'post-left': true,
  'post-ready': true,
  'comment-arrived': true,
  'comment-changed': true,
  'comment-left': true,
  'story-arrived': true,
  'story-left': true,
  order: true,
  notification: true,
  resync: true,
  'caught-up': true,
} satisfies Record<LiveMessage['type'], true>

/** Event handlers passed in by the app, because they belong to features that the feed must not import. */
type Listeners = {
  /** Called when an order of the viewer has changed. */
  onOrder: (id: OrderId) => void
  onNotification: (message: Extract<LiveMessage, { type: 'notification' }>) => void
  /** Called after a gap in the event stream, during which events may have been lost. */
  onGap: () => void
}

/** Fetches the current version of a post. Resolves to null if the request fails. */
async function refetchPost(queries: QueryClient, id: PostId) {
  return queries.fetchQuery({ ...postQuery(id), staleTime: 0 }).catch(() => null)
}

/** Adds the viewer's new post at the top of the feed at once. The post may come from another tab or browser. */
async function prependOwn(queries: QueryClient, viewer: Pick<Viewer, 'id'>, id: PostId) {
  const post = await refetchPost(queries, id)
  if (post?.author.id === viewer.id) prependPost(queries, post)
}

const loadCommentEvents = () => import('#features/comments/apply-comment-events.ts')
const loadDeletedStories = () => import('#features/stories/deleted-stories.ts')
const commentEvents = () => loadChunk(loadCommentEvents)
const deletedStories = () => loadChunk(loadDeletedStories)

async function handleMessage(
  queries: QueryClient,
  viewer: Pick<Viewer, 'id'>,
  listeners: Listeners,
  message: LiveMessage,
) {
  switch (message.type) {
    case 'post-arrived': {
      const { type: _, ...arrived } = message
      if (message.authorId === viewer.id) return prependOwn(queries, viewer, message.postId)
      return queueNewPost(queries, arrived)
    }
    case 'post-left':
      removeQueuedPost(queries, message.postId)
      return markPostDeleted(queries, message.postId)
    case 'post-ready':
      return prependOwn(queries, viewer, message.postId)
    case 'comment-arrived':
      return (await commentEvents()).applyCommentCreated(queries, viewer, message)
    case 'comment-changed':
      return (await commentEvents()).applyCommentChanged(queries, message)
    case 'comment-left':
      return (await commentEvents()).applyCommentDeleted(queries, message)
    case 'story-arrived':
      return queries.invalidateQueries({ queryKey: storyRowKey })
    case 'story-left':
      return (await deletedStories()).handleDeletedStory(queries, message.storyId)
    case 'order':
      listeners.onOrder(message.orderId)
      return queries.invalidateQueries({ queryKey: ['premium'] })
    case 'notification':
      return listeners.onNotification(message)
    case 'resync':
      return catchUp(queries, listeners)
    case 'caught-up':
    // This message changes no data. It only advances the position in the event stream, so that a reconnect replays
    // fewer events.
  }
}

// The network may fail while the code that handles a message loads. The change that the message announces then appears
// after the next page load.
function ignoreOffline(error: unknown) {
  if (!(error instanceof CallError)) throw error
}

/** Refetches data after a gap in the event stream. Ignores errors, because the next reconnect refetches again. */
async function catchUp(queries: QueryClient, { onGap }: Listeners) {
  onGap()
  void queries.invalidateQueries({ queryKey: storyRowKey })
  await queueMissedPosts(queries).catch(() => {})
  if (isOnScreen(queries, reelsKey)) await (await deletedStories()).recheckWatchedReels(queries).catch(() => {})
  if (!isOnScreen(queries, postWatchesKey)) return
  // The server may have lost the subscriptions to open posts, so renew them.
  await queries.invalidateQueries({ queryKey: postWatchesKey })
  await (await import('#features/comments/catch-up-comments.ts')).catchUpComments(queries).catch(() => {})
}

const isOnScreen = (queries: QueryClient, queryKey: readonly string[]) =>
  queries.getQueryCache().findAll({ queryKey, type: 'active' }).length > 0

/**
 * Keeps the feed and its posts up to date while a user is logged in.
 * @returns the unsubscribe function
 */
export function subscribeToEvents(queries: QueryClient, viewer: Pick<Viewer, 'id'>, listeners: Listeners): () => void {
  return subscribeToEventStream({
    address: buildEndpointUrl(openEventStream, { query: { viewer: viewer.id } }),
    viewer: viewer.id,
    types: Object.keys(TYPES),
    // The cast is safe: our server sends only the messages that the contract defines.
    onMessage: (message) => void handleMessage(queries, viewer, listeners, message as LiveMessage).catch(ignoreOffline),
    onGap: () => void catchUp(queries, listeners).catch(ignoreOffline),
  })
}
