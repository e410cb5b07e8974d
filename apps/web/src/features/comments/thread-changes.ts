import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import {
  EMPTY_THREAD,
  mergeThread,
  readCachedThread,
  selectReplies,
  type Thread,
  type Threads,
  threadsKey,
} from './thread-cache.ts'

function changeThread(queries: QueryClient, post: PostId, root: CommentId, change: (thread: Thread) => Thread) {
  queries.setQueryData<Threads>(threadsKey(post), (threads = {}) => ({
    ...threads,
    [root]: change(threads[root] ?? EMPTY_THREAD),
  }))
}

/** Caches the next page of a thread. */
export function cacheThreadPage(
  queries: QueryClient,
  { id, postId }: Pick<Comment, 'id' | 'postId'>,
  { comments, cursor }: { comments: readonly Comment[]; cursor: string | null },
) {
  const page = { replies: selectReplies(comments, id), after: comments.at(-1)?.id ?? null }
  changeThread(queries, postId, id, (known) => ({ ...mergeThread(known, page), isAll: cursor === null }))
}

export function cacheReply(queries: QueryClient, { id, postId, parentId, rootId }: Comment) {
  if (!rootId || !parentId) return
  changeThread(queries, postId, rootId, (known) => mergeThread(known, { replies: [{ id, parentId }], after: null }))
}

/** Removes a reply from its thread. Returns the parent's id if this was the parent's last loaded reply. */
export function removeReply(queries: QueryClient, { id, postId, parentId, rootId }: Comment): CommentId | null {
  if (!rootId) return null
  const replies = readCachedThread(queries, postId, rootId).replies.filter((reply) => reply.id !== id)
  changeThread(queries, postId, rootId, (known) => ({ ...known, replies }))
  return replies.some((reply) => reply.parentId === parentId) ? null : parentId
}
