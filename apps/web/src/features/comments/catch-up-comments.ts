import { type Comment, type CommentPage, getComment, getComments } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { changePost } from '#features/posts/post-cache.ts'
import { CallError, call } from '#lib/call.ts'
import { isAtEnd, shownLists, takeComment } from './arrive-comment.ts'
import { type CommentIdLists, keepPage, unlist } from './comment-cache.ts'
import { commentKey, keepComments, pinnedKey } from './comment-keys.ts'
import { FIRST, keepThreads, type Thread, threadKey } from './thread-cache.ts'

const PAGE = '50'

/** Rejects when the server is away: nothing changes then. */
const pageOf = (post: PostId, query: Record<string, string>): Promise<CommentPage> =>
  call(getComments, { params: { id: post }, query: { limit: PAGE, ...query } })

/**
 * After a gap, of the lists on screen: what came is inserted or waits, what was edited reads as it does now, and what
 * was deleted leaves.
 */
export async function catchUpComments(queries: QueryClient) {
  for (const { post, list } of shownLists(queries)) {
    if (!list) continue
    await readOn(queries, post, list)
    await readAgain(queries, post, list)
  }
}

async function readOn(queries: QueryClient, post: PostId, list: CommentIdLists) {
  const last = list.pages.at(-1)?.ids.at(-1)
  if (!isAtEnd(list) || !last) return
  const page = await pageOf(post, { cursor: last })
  for (const comment of page.comments)
    if (comment.depth === 0 && queries.getQueryData(commentKey(comment.id)) === undefined) takeComment(queries, comment)
  keepPage(queries, post, page)
  changePost(queries, post, () => ({ commentCount: page.commentCount }))
}

/** Ids grow with time: sorts below this one and above those of an earlier millisecond. */
const justBefore = (id: CommentId) => `${id.slice(0, -12)}${'0'.repeat(12)}`

async function readAgain(queries: QueryClient, post: PostId, list: CommentIdLists) {
  const ids = list.pages.flatMap((page) => page.ids).toSorted()
  // One's own may stand after pages that have not been read: such are asked for alone.
  const [first, last] = [ids[0], list.pages.at(-1)?.cursor ?? ids.at(-1)]
  const fresh: Comment[] = []
  let cursor = first && last && justBefore(first)
  while (cursor) {
    const page = await pageOf(post, { cursor })
    fresh.push(...page.comments)
    cursor = page.cursor && page.cursor < (last ?? '') ? page.cursor : undefined
  }
  keepComments(queries, fresh)
  keepThreads(queries, fresh)
  await leaveMissing(queries, ids, fresh)
  for (const root of ids) await readThreadAgain(queries, post, root, fresh)
  const pinned = queries.getQueryData<CommentId | null>(pinnedKey(post))
  if (pinned) await leaveMissing(queries, [pinned], [])
}

async function readThreadAgain(queries: QueryClient, post: PostId, root: CommentId, known: readonly Comment[]) {
  const replies = queries.getQueryData<Thread>(threadKey(root))?.replies.map(({ id }) => id) ?? []
  const last = replies.at(-1)
  if (!last) return
  const fresh = known.filter(({ rootId }) => rootId === root)
  let cursor = fresh.length < FIRST ? null : (fresh.at(-1)?.id ?? null)
  while (cursor && cursor < last) {
    const page: CommentPage = await pageOf(post, { thread: root, cursor })
    fresh.push(...page.comments)
    cursor = page.cursor as CommentId | null
  }
  keepComments(queries, fresh)
  await leaveMissing(queries, replies.toReversed(), fresh)
}

/** Takes off what the server no longer lists and, asked for it alone, does not have; what is there is kept anew. */
async function leaveMissing(queries: QueryClient, ids: readonly CommentId[], fresh: readonly Comment[]) {
  const found = new Set(fresh.map(({ id }) => id))
  for (const id of ids) {
    const shown = queries.getQueryData<Comment | null>(commentKey(id))
    if (found.has(id) || !shown) continue
    const comment = await call(getComment, { params: { id } }).catch((error: unknown) => {
      if (error instanceof CallError && error.code === 'not-found') return null
      throw error
    })
    if (comment) keepComments(queries, [comment])
    else unlist(queries, shown)
  }
}
