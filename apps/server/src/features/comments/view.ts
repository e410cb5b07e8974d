import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { loadMentionFinder } from '#features/mentions/view.ts'
import { requireVisiblePost, type VisiblePostId } from '#features/posts/visible-post.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import type { Context } from '#platform/context.ts'
import { MAX_ID, MIN_ID, parseIdCursor, splitPage } from '#platform/database/cursor.ts'
import { fieldProblem } from '#platform/problem.ts'
import { commentNotFoundProblem } from './comment-permissions.ts'
import {
  type CommentRow,
  type FirstLevelPageKind,
  selectComment,
  selectCommentCount,
  selectFirstLevelPage,
  selectNewestComments,
  selectPageStart,
  selectThread,
} from './queries.ts'

type Reader = Pick<Context, 'db' | 'viewer'>
type ThreadRequest = {
  cursor?: string | undefined
  before?: string | undefined
  thread?: CommentId | undefined
  comment?: CommentId | undefined
  from?: 'newest' | undefined
  limit: number
}
type PageContent = Omit<CommentPage, 'commentCount'>

function present(viewer: UserId | null, row: CommentRow): Comment {
  const { authorId, username, fullname, imageName, postAuthorId, gone, text, ...comment } = row
  // A comment that the viewer cannot see is sent as an empty placeholder. Its id still reveals when it was written.
  const hiddenFields = (gone === 'unseen' || gone === 'by-moderator') && {
    editedAt: null,
    likeCount: 0,
    likedByMe: false,
  }
  const author = gone ? null : toUserCard({ id: authorId, username, fullname, imageName })
  const { likedByMe, ...shown } = { ...comment, ...hiddenFields, gone, text: gone ? '' : text, author }
  return { ...shown, ...toCommentViewerFields(viewer, shown, { likedByMe, postAuthor: postAuthorId }) }
}

type CommentOwnership = Pick<Comment, 'gone' | 'depth'> & { author: { id: UserId } | null }

export function toCommentViewerFields(
  viewer: UserId | null,
  { author, gone, depth }: CommentOwnership,
  { likedByMe, postAuthor }: { likedByMe: boolean; postAuthor: UserId },
) {
  const mine = author !== null && author.id === viewer
  const isOnOwnPost = !gone && postAuthor === viewer
  return { likedByMe, mine, deletableByMe: mine || isOnOwnPost, pinnableByMe: isOnOwnPost && depth === 0 }
}

async function addMentionNames(ctx: Reader, comments: readonly Comment[]): Promise<Comment[]> {
  const findNames = await loadMentionFinder(
    ctx,
    comments.map(({ text }) => text),
  )
  return comments.map((comment) => ({ ...comment, ...findNames(comment.text) }))
}

/**
 * Returns a page of first-level comments with their first replies. `comment` selects the page around that comment,
 * `from` the last page. `thread` selects the replies in that thread instead.
 * @throws Problem 'not-found' for post or comment; 'validation-failed' for a bad cursor or several parameters at once
 */
export async function listComments(ctx: Reader, postId: PostId, request: ThreadRequest): Promise<CommentPage> {
  const after = parseIdCursor(request.cursor)
  const before = parseIdCursor(request.before)
  if (
    [request.thread ?? after, request.before, request.comment, request.from].filter(
      (parameter) => parameter !== undefined,
    ).length > 1
  )
    throw fieldProblem('cursor', 'several', 'Ask for one place at a time.')
  const { id: post } = await requireVisiblePost(ctx, postId)
  const { limit } = request
  const page = request.thread
    ? await readThreadPage(ctx, { post, root: request.thread, after: after ?? MIN_ID, limit })
    : request.comment
      ? await readPageAround(ctx, post, request.comment, limit)
      : await readLevelPage(ctx, post, toLevelRequest(request.from === 'newest', before, after), limit)
  const [comments, commentCount] = await Promise.all([
    addMentionNames(ctx, page.comments),
    selectCommentCount(ctx.db, ctx.viewer, post),
  ])
  return { ...page, comments, commentCount }
}

type LevelRequest = { kind: FirstLevelPageKind; from: string; chainOf?: CommentId }

function toLevelRequest(isLast: boolean, before: string | undefined, after: string | undefined): LevelRequest {
  if (isLast) return { kind: 'last', from: MAX_ID }
  if (before) return { kind: 'before', from: before }
  return after ? { kind: 'after', from: after } : { kind: 'first', from: MIN_ID }
}

type ThreadPageRequest = { post: VisiblePostId; root: CommentId; after: string; limit: number }

async function readThreadPage(ctx: Reader, { limit, ...request }: ThreadPageRequest): Promise<PageContent> {
  const rows = await selectThread(ctx.db, ctx.viewer, { ...request, limit: limit + 1 })
  const { shown, last } = splitPage(rows, limit)
  return { comments: shown.map((row) => present(ctx.viewer, row)), cursor: last?.id ?? null, before: null }
}

const getRootId = ({ id, rootId }: CommentRow) => rootId ?? id
const byId = (a: CommentRow, b: CommentRow) => (a.id < b.id ? -1 : 1)
const byThread = (a: CommentRow, b: CommentRow) =>
  getRootId(a) === getRootId(b) ? byId(a, b) : getRootId(a) < getRootId(b) ? -1 : 1

async function readLevelPage(
  ctx: Reader,
  post: VisiblePostId,
  request: LevelRequest,
  limit: number,
): Promise<PageContent> {
  const { kind, from, chainOf = null } = request
  const rows = await selectFirstLevelPage(ctx.db, ctx.viewer, kind, { post, from, limit: limit + 1, chainOf })
  const isBack = kind === 'last' || kind === 'before'
  const roots = rows.filter(({ depth, isPinned }) => depth === 0 && !isPinned).toSorted(byId)
  const pageRoots = isBack ? roots.slice(-limit) : roots.slice(0, limit)
  const hasMore = roots.length > limit
  const pinnedId = rows.find(({ isPinned }) => isPinned)?.id
  const shown = new Set(pageRoots.map(({ id }) => id))
  const threads = rows.filter((row) => shown.has(getRootId(row))).toSorted(byThread)
  const pinnedThread = rows.filter((row) => getRootId(row) === pinnedId).toSorted(byThread)
  return {
    comments: [...pinnedThread, ...threads].map((row) => present(ctx.viewer, row)),
    cursor: hasMore && !isBack ? (pageRoots.at(-1)?.id ?? null) : null,
    before: hasMore && isBack ? (pageRoots[0]?.id ?? null) : null,
  }
}

// Number of earlier comments shown before the requested comment, for context.
const READ_BEFORE = 5

async function readPageAround(ctx: Reader, post: VisiblePostId, id: CommentId, limit: number): Promise<PageContent> {
  const start = await selectPageStart(ctx.db, ctx.viewer, { post, id, readBefore: Math.min(READ_BEFORE, limit - 1) })
  if (!start) throw commentNotFoundProblem()
  const page = await readLevelPage(ctx, post, { kind: 'around', from: start.after ?? MIN_ID, chainOf: id }, limit)
  const firstRoot = page.comments.find(({ depth, isPinned }) => depth === 0 && !isPinned)
  return { ...page, before: (start.after && firstRoot?.id) ?? null }
}

/**
 * Returns a comment. Returns a placeholder for a hidden or deleted comment above a reply that the viewer can read.
 * @throws Problem 'not-found' when the viewer cannot see the post, or neither the comment nor a reply below it
 */
export async function getComment(ctx: Reader, id: CommentId): Promise<Comment> {
  const row = await selectComment(ctx.db, ctx.viewer, id)
  if (!row) throw commentNotFoundProblem()
  const comment = present(ctx.viewer, row)
  return { ...comment, ...(await loadMentionFinder(ctx, [comment.text]))(comment.text) }
}

const PREVIEW_SIZE = 4

/**
 * Returns the newest 4 first-level comments of each post, oldest first, in one statement. Their field `names` is
 * absent.
 */
export async function readCommentPreviews(ctx: Reader, posts: readonly PostId[]): Promise<Map<PostId, Comment[]>> {
  const previews = new Map<PostId, Comment[]>(posts.map((id) => [id, []]))
  if (posts.length === 0) return previews
  for (const row of await selectNewestComments(ctx.db, ctx.viewer, posts, PREVIEW_SIZE))
    previews.get(row.postId)?.push(present(ctx.viewer, row))
  return previews
}
