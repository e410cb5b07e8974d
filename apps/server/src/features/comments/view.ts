import type { Comment, CommentPage } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { realNamesIn } from '#features/mentions/view.ts'
import { type VisiblePostId, visiblePost } from '#features/posts/visible-post.ts'
import { userCard } from '#features/users/account/user-card.ts'
import type { Context } from '#platform/context.ts'
import { FIRST_ID, idOfCursor, LAST_ID, pageOf } from '#platform/database/cursor.ts'
import { fieldProblem } from '#platform/problem.ts'
import { noComment } from './own-comment.ts'
import {
  type CommentRow,
  type LevelPart,
  selectComment,
  selectCommentCount,
  selectLevel,
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
type Listed = Omit<CommentPage, 'commentCount'>

function present(viewer: UserId | null, row: CommentRow): Comment {
  const { authorId, username, fullname, imageName, postAuthorId, gone, text, ...comment } = row
  // Of what they cannot see, nothing but the place; when it was said, its id tells anyway.
  const unseen = (gone === 'unseen' || gone === 'by-moderator') && { editedAt: null, likeCount: 0, likedByMe: false }
  const author = gone ? null : userCard({ id: authorId, username, fullname, imageName })
  const { likedByMe, ...shown } = { ...comment, ...unseen, gone, text: gone ? '' : text, author }
  return { ...shown, ...viewersPart(viewer, shown, { likedByMe, postAuthor: postAuthorId }) }
}

/** Of a comment's fields those that are the viewer's alone. */
export const viewersFields = ['names', 'likedByMe', 'mine', 'deletableByMe', 'pinnableByMe'] as const

type Owned = Pick<Comment, 'gone' | 'depth'> & { author: { id: UserId } | null }

/** What the viewer's part adds to what all see of the comment who are blocked with nobody. */
export function viewersPart(
  viewer: UserId | null,
  { author, gone, depth }: Owned,
  { likedByMe, postAuthor }: { likedByMe: boolean; postAuthor: UserId },
) {
  const mine = author !== null && author.id === viewer
  const underMine = !gone && postAuthor === viewer
  return { likedByMe, mine, deletableByMe: mine || underMine, pinnableByMe: underMine && depth === 0 }
}

/** With which of the users that they name the viewer sees. */
async function withNames(ctx: Reader, comments: readonly Comment[]): Promise<Comment[]> {
  const namesOf = await realNamesIn(
    ctx,
    comments.map(({ text }) => text),
  )
  return comments.map((comment) => ({ ...comment, ...namesOf(comment.text) }))
}

/**
 * The comments of a post: a page of the first level with the first answers to each, the page on which one comment
 * stands, the last one, or the answers in a thread.
 * @throws Problem 'not-found' as `visiblePost`, or when the comment asked for is not there; 'validation-failed' for a
 *   cursor that is not ours, or several of these at once.
 */
export async function commentsOfPost(ctx: Reader, postId: PostId, asked: ThreadRequest): Promise<CommentPage> {
  const after = idOfCursor(asked.cursor)
  const before = idOfCursor(asked.before)
  if ([asked.thread ?? after, asked.before, asked.comment, asked.from].filter((way) => way !== undefined).length > 1)
    throw fieldProblem('cursor', 'several', 'Ask for one place at a time.')
  const { id: post } = await visiblePost(ctx, postId)
  const { limit } = asked
  const page = asked.thread
    ? await threadPage(ctx, { post, root: asked.thread, after: after ?? FIRST_ID, limit })
    : asked.comment
      ? await pageAround(ctx, post, asked.comment, limit)
      : await levelPage(ctx, post, levelAsked(asked.from === 'newest', before, after), limit)
  const [comments, commentCount] = await Promise.all([
    withNames(ctx, page.comments),
    selectCommentCount(ctx.db, ctx.viewer, post),
  ])
  return { ...page, comments, commentCount }
}

type LevelAsked = { part: LevelPart; from: string; chainOf?: CommentId }

function levelAsked(isLast: boolean, before: string | undefined, after: string | undefined): LevelAsked {
  if (isLast) return { part: 'last', from: LAST_ID }
  if (before) return { part: 'before', from: before }
  return after ? { part: 'after', from: after } : { part: 'first', from: FIRST_ID }
}

type ThreadAsked = { post: VisiblePostId; root: CommentId; after: string; limit: number }

async function threadPage(ctx: Reader, { limit, ...asked }: ThreadAsked): Promise<Listed> {
  const rows = await selectThread(ctx.db, ctx.viewer, { ...asked, most: limit + 1 })
  const { shown, last } = pageOf(rows, limit)
  return { comments: shown.map((row) => present(ctx.viewer, row)), cursor: last?.id ?? null, before: null }
}

const topOf = ({ id, rootId }: CommentRow) => rootId ?? id
const byId = (a: CommentRow, b: CommentRow) => (a.id < b.id ? -1 : 1)
/** The order of comments: thread after thread, and each as it was written. */
const byThread = (a: CommentRow, b: CommentRow) => (topOf(a) === topOf(b) ? byId(a, b) : topOf(a) < topOf(b) ? -1 : 1)

async function levelPage(ctx: Reader, post: VisiblePostId, asked: LevelAsked, limit: number): Promise<Listed> {
  const { part, from, chainOf = null } = asked
  const rows = await selectLevel(ctx.db, ctx.viewer, part, { post, from, most: limit + 1, chainOf })
  const isBack = part === 'last' || part === 'before'
  const tops = rows.filter(({ depth, isPinned }) => depth === 0 && !isPinned).toSorted(byId)
  const kept = isBack ? tops.slice(-limit) : tops.slice(0, limit)
  const goesOn = tops.length > limit
  const pinned = rows.find(({ isPinned }) => isPinned)?.id
  const shown = new Set(kept.map(({ id }) => id))
  const threads = rows.filter((row) => shown.has(topOf(row))).toSorted(byThread)
  const onTop = rows.filter((row) => topOf(row) === pinned).toSorted(byThread)
  return {
    comments: [...onTop, ...threads].map((row) => present(ctx.viewer, row)),
    cursor: goesOn && !isBack ? (kept.at(-1)?.id ?? null) : null,
    before: goesOn && isBack ? (kept[0]?.id ?? null) : null,
  }
}

// So many are read before the one asked for, so that it does not begin out of nothing.
const READ_BEFORE = 5

async function pageAround(ctx: Reader, post: VisiblePostId, id: CommentId, limit: number): Promise<Listed> {
  const start = await selectPageStart(ctx.db, ctx.viewer, { post, id, readBefore: Math.min(READ_BEFORE, limit - 1) })
  if (!start) throw noComment()
  const page = await levelPage(ctx, post, { part: 'around', from: start.after ?? FIRST_ID, chainOf: id }, limit)
  const top = page.comments.find(({ depth, isPinned }) => depth === 0 && !isPinned)
  return { ...page, before: (start.after && top?.id) ?? null }
}

/** @throws Problem 'not-found' when it is gone, or not for the viewer. */
export async function commentById(ctx: Reader, id: CommentId): Promise<Comment> {
  const row = await selectComment(ctx.db, ctx.viewer, id)
  if (!row) throw noComment()
  const comment = present(ctx.viewer, row)
  return { ...comment, ...(await realNamesIn(ctx, [comment.text]))(comment.text) }
}

const PREVIEW = 4

/**
 * The newest comments of the first level of each of these visible posts, at most 4, oldest first; without whom they
 * name. One statement.
 */
export async function commentPreviews(ctx: Reader, posts: readonly PostId[]): Promise<Map<PostId, Comment[]>> {
  const previews = new Map<PostId, Comment[]>(posts.map((id) => [id, []]))
  if (posts.length === 0) return previews
  for (const row of await selectNewestComments(ctx.db, ctx.viewer, posts, PREVIEW))
    previews.get(row.postId)?.push(present(ctx.viewer, row))
  return previews
}
