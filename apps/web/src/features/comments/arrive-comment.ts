import { type Comment, getComment, getComments } from '@pawtrait/contract/comments.ts'
import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { call } from '#lib/call.ts'
import { arrivedKey, type ArrivedComment } from './arrived.ts'
import {
  addComment,
  type CommentIdLists,
  commentKey,
  countComment,
  hangLast,
  keepPage,
  listsKey,
} from './comment-cache.ts'

type Message = Extract<LiveMessage, { type: 'comment-arrived' }>

const shownLists = (queries: QueryClient, post?: PostId) =>
  queries
    .getQueryCache()
    .findAll({ queryKey: post ? listsKey(post) : ['comments'], type: 'active' })
    .map(({ queryKey }) => ({ post: queryKey[1] as PostId, list: queries.getQueryData<CommentIdLists>(queryKey) }))

const isAtEnd = (list: CommentIdLists | undefined) => list?.pages.at(-1)?.cursor === null

/** One's own comment may be told of before its answer is back: what is being sent shows itself. */
async function afterSending(queries: QueryClient, post: PostId) {
  while (queries.isMutating({ mutationKey: ['send-comment', post] }) > 0)
    await new Promise((resolve) => setTimeout(resolve, 200))
}

const wait = (queries: QueryClient, post: PostId, arrived: ArrivedComment) =>
  queries.setQueryData<ArrivedComment[]>(arrivedKey(post), (waiting = []) => [...waiting, arrived])

/**
 * A comment came under a post that is on screen. Where the end of the list is read, one of the first level hangs there
 * at once: nothing that one reads moves. An answer waits behind a button until it is asked for.
 */
export async function arriveComment(queries: QueryClient, viewer: { id: UserId }, message: Message) {
  const { postId, commentId, authorId } = message
  if (shownLists(queries, postId).length === 0) return
  if (authorId === viewer.id) await afterSending(queries, postId)
  const isKnown = () => queries.getQueryData(commentKey(commentId)) !== undefined
  if (isKnown()) return
  const comment = await call(getComment, { params: { id: commentId } }).catch(() => null)
  if (comment && !isKnown()) take(queries, comment)
}

function take(queries: QueryClient, comment: Comment) {
  const { id, postId, rootId, author, mine } = comment
  // From another tab or browser of one's own: no news.
  if (mine) return addComment(queries, comment)
  queries.setQueryData(commentKey(id), comment)
  countComment(queries, comment)
  const hangs = rootId === null && shownLists(queries, postId).some(({ list }) => isAtEnd(list))
  if (hangs) hangLast(queries, comment)
  wait(queries, postId, { id, rootId, name: author?.username ?? '', hangs })
}

/** Brings an arrived answer into its thread, with what it answers. False when its thread is not on screen. */
export async function revealComment(queries: QueryClient, post: PostId, { id, rootId, hangs }: ArrivedComment) {
  if (hangs) return true
  if (!rootId || !queries.getQueryData(commentKey(rootId))) return false
  const page = await call(getComments, { params: { id: post }, query: { comment: id, limit: '1' } })
  keepPage(queries, post, page)
  return true
}

/** After a gap: what is missing at the end of the lists on screen. When the server is away this changes nothing. */
export async function catchUpComments(queries: QueryClient) {
  for (const { post, list } of shownLists(queries)) {
    const last = list?.pages.at(-1)?.ids.at(-1)
    if (!isAtEnd(list) || !last) continue
    const query = { cursor: last, limit: '50' }
    const page = await call(getComments, { params: { id: post }, query }).catch(() => null)
    if (!page) return
    for (const comment of page.comments)
      if (comment.depth === 0 && queries.getQueryData(commentKey(comment.id)) === undefined) take(queries, comment)
    const fresh = keepPage(queries, post, page)
    if (fresh.ids.length > 0 || page.commentCount > 0)
      changePost(queries, post, () => ({ commentCount: page.commentCount }))
  }
}
