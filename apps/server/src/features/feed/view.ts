import type { FeedPage, FeedPost } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { readCommentPreviews, toCommentViewerFields as viewersOfComment } from '#features/comments/view.ts'
import { loadMentionFinder } from '#features/mentions/view.ts'
import { findViewerIndependentPosts } from '#features/posts/post-cache.ts'
import { readPostsUncached } from '#features/posts/read-posts.ts'
import { joinViewerFields, type ViewerFieldsRow } from '#features/posts/viewer-independent-post.ts'
import { countFeedPosts } from '#features/premium/feed-allowance.ts'
import type { FeedDayFinder } from '#features/premium/feed-day-cache.ts'
import type { UserContext } from '#platform/context.ts'
import { lastReadNumber } from '#platform/database/cache.ts'
import { createNextCursor, MAX_ID, parseIdCursor, splitPage, unsealCursor } from '#platform/database/cursor.ts'
import type { CommentPreviewFinder } from './preview-cache.ts'
import {
  type FeedRows,
  selectFeed,
  selectHiddenPosts,
  selectLikedComments,
  selectUnhiddenViewerFields,
} from './queries.ts'

type PageRequest = { cursor?: string | undefined; limit: number }

/**
 * Returns a page of own posts and posts of followed users and pets, newest first.
 * See docs/decisions/0005-feed-fan-out-on-read.md.
 * @throws Problem 'validation-failed' for an invalid cursor.
 */
export async function readFeedPage(
  ctx: UserContext,
  dependencies: FeedDependencies,
  { cursor, limit }: PageRequest,
): Promise<FeedPage> {
  const start = parseIdCursor(unsealCursor(ctx, cursor))
  const page = await limitToAllowance(
    ctx,
    dependencies.findFeedDay,
    await readPageBelow(ctx, dependencies, start, limit),
    cursor,
  )
  return { ...page, posts: await addMentionNames(ctx, page.posts) }
}

async function addMentionNames(ctx: UserContext, posts: readonly FeedPost[]): Promise<FeedPost[]> {
  const findNames = await loadMentionFinder(
    ctx,
    posts.flatMap(({ caption, comments }) => [caption, ...comments.map(({ text }) => text)]),
  )
  return posts.map((post) => ({
    ...post,
    ...findNames(post.caption),
    comments: post.comments.map((comment) => ({ ...comment, ...findNames(comment.text) })),
  }))
}

export type FeedDependencies = { findPreviews: CommentPreviewFinder; findFeedDay: FeedDayFinder }

type Page = Pick<FeedPage, 'posts' | 'cursor'>

async function readPageBelow(
  ctx: UserContext,
  dependencies: FeedDependencies,
  start: string | undefined,
  limit: number,
): Promise<Page> {
  const rows = await readFeedBelow(ctx, start, limit + 1)
  const { shown, last: nextId } = splitPage(rows.ids, limit)
  const posts = await readPosts(ctx, dependencies, shown, rows)
  if (!nextId || posts.length === limit) return { posts, cursor: nextId ?? null }
  const rest = await refill(
    ctx,
    dependencies,
    await readFeedBelow(ctx, nextId, REFILL_SCAN_LIMIT),
    limit - posts.length,
  )
  return { posts: [...posts, ...rest.posts], cursor: rest.cursor }
}

// Drops posts beyond the daily allowance. The cursor follows the last delivered post, so that the dropped posts can be
// read the next day.
async function limitToAllowance(
  ctx: UserContext,
  findDay: FeedDayFinder,
  page: Page,
  start: string | undefined,
): Promise<FeedPage> {
  const otherUsersPosts = page.posts.filter(({ author }) => author.id !== ctx.viewer)
  const { mayDeliver, limit } = await countFeedPosts(
    ctx,
    findDay,
    otherUsersPosts.map(({ id }) => id),
  )
  const posts = page.posts.filter(({ id, author }) => author.id === ctx.viewer || mayDeliver(id))
  const last = posts.at(-1)
  if (last?.id === page.posts.at(-1)?.id) return { posts, cursor: page.cursor, limit }
  return { posts, cursor: last?.id ?? start ?? MAX_ID, limit }
}

// Number of rows scanned to refill a page. Few posts of followed users are hidden, so 100 suffice.
const REFILL_SCAN_LIMIT = 100

// Refills a page from which visibility rules removed posts. Reads one post more than is missing, which shows whether
// the feed continues. Each further read is four times as large.
async function refill(
  ctx: UserContext,
  dependencies: FeedDependencies,
  feedCheck: FeedCheck,
  missingCount: number,
): Promise<Page> {
  const { ids } = feedCheck
  const visiblePosts: FeedPost[] = []
  let [start, batchSize] = [0, missingCount + 1]
  while (start < ids.length && visiblePosts.length <= missingCount) {
    visiblePosts.push(...(await readPosts(ctx, dependencies, ids.slice(start, start + batchSize), feedCheck)))
    start += batchSize
    batchSize *= 4
  }
  const posts = visiblePosts.slice(0, missingCount)
  const last =
    visiblePosts.length > missingCount ? posts.at(-1)?.id : ids.length === REFILL_SCAN_LIMIT ? ids.at(-1) : undefined
  const isShown = visiblePosts.some(({ id }) => id === last)
  return { posts, cursor: createNextCursor(ctx, last ? { id: last, seen: isShown } : null, ({ id }) => id) }
}

/**
 * `asOf`: number of the last cache read that finished before the visibility check. Posts that a later read cached need
 * another check.
 */
type FeedCheck = FeedRows & { asOf: number }

async function readFeedBelow(
  { db, viewer, now }: UserContext,
  from: string | undefined,
  limit: number,
): Promise<FeedCheck> {
  const asOf = lastReadNumber()
  const result = await selectFeed(db, viewer, from ?? MAX_ID, limit, now)
  return { ...(result ?? { ids: [], blocked: false, views: [] }), asOf }
}

async function readPosts(
  ctx: UserContext,
  { findPreviews }: FeedDependencies,
  ids: PostId[],
  rows: FeedCheck,
): Promise<FeedPost[]> {
  if (rows.blocked) return readFeedPostsUncached(ctx, ids)
  const viewerIndependentPosts = findViewerIndependentPosts(ctx, ids)
  const [shared, previews] = await Promise.all([viewerIndependentPosts, findPreviews(ctx, ids, viewerIndependentPosts)])
  const getComments = (id: PostId) => previews.get(id)?.value ?? []
  const likedCommentIds = ids.flatMap((id) =>
    getComments(id).flatMap((comment) => (comment.likeCount > 0 ? comment.id : [])),
  )
  const needsRecheck = (id: PostId) => Math.max(shared.get(id)?.read ?? 0, previews.get(id)?.read ?? 0) > rows.asOf
  const [views, likedByMe] = await Promise.all([
    recheckViews(ctx, rows.views, ids.filter(needsRecheck)),
    likedCommentIds.length > 0 ? selectLikedComments(ctx.db, ctx.viewer, likedCommentIds) : [],
  ])
  if (!views) return readFeedPostsUncached(ctx, ids)
  const requestedIds = new Set(ids)
  const { posts, changed } = joinViewerFields(
    ctx.viewer,
    views.filter(({ id }) => requestedIds.has(id)),
    shared,
  )
  const commentsLikedByViewer = new Set(likedByMe)
  const withComments = (post: Post): FeedPost => ({
    ...post,
    comments: getComments(post.id).map((comment) => {
      const viewerFields = { likedByMe: commentsLikedByViewer.has(comment.id), postAuthor: post.author.id }
      return { ...comment, ...viewersOfComment(ctx.viewer, comment, viewerFields) }
    }),
  })
  const rereadPosts = new Map((await readFeedPostsUncached(ctx, changed)).map((post) => [post.id, post]))
  return ids.flatMap((id) => {
    const post = posts.get(id)
    return post ? withComments(post) : (rereadPosts.get(id) ?? [])
  })
}

// Checks visibility again for posts that were cached after the first check. Returns null if the viewer now has a block.
async function recheckViews(
  { db, viewer, now }: UserContext,
  views: readonly ViewerFieldsRow[] | null,
  recheckIds: PostId[],
): Promise<readonly ViewerFieldsRow[] | null> {
  if (recheckIds.length === 0) return views
  const result = await selectUnhiddenViewerFields(db, viewer, recheckIds, now)
  if (!result?.views || !views) return null
  return [...views.filter(({ id }) => !recheckIds.includes(id)), ...result.views]
}

/**
 * Reads posts without the cache: for viewers with a block, who see other counts, and for posts changed during the
 * request. Reads comments before it checks visibility. So it returns no comment that was written after the viewer lost
 * access.
 */
export async function readFeedPostsUncached(ctx: UserContext, ids: readonly PostId[]): Promise<FeedPost[]> {
  if (ids.length === 0) return []
  const comments = await readCommentPreviews(ctx, ids)
  const [posts, hiddenIds] = await Promise.all([
    readPostsUncached(ctx, ids),
    selectHiddenPosts(ctx.db, ctx.viewer, ids, ctx.now),
  ])
  return posts
    .filter(({ id }) => !hiddenIds.includes(id))
    .map((post) => ({ ...post, comments: comments.get(post.id) ?? [] }))
}
