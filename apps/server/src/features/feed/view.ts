import type { Comment } from '@pawtrait/contract/comments.ts'
import { type FeedPage, FeedPost } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { mentionedUsernames } from '@pawtrait/contract/mentions.ts'
import { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import { readCommentPreviews, toViewerPart as viewersOfComment } from '#features/comments/view.ts'
import { loadExistingNames } from '#features/mentions/view.ts'
import { getPostsWithoutNames, toViewerPart } from '#features/posts/view.ts'
import { countFeed } from '#features/premium/count-feed.ts'
import type { FindFeedDay } from '#features/premium/feed-day-cache.ts'
import type { UserContext } from '#platform/context.ts'
import { cursorAfter, idOfCursor, LAST_ID, pageOf, unsealCursor } from '#platform/database/cursor.ts'
import { answerSerializer } from '#platform/http/answer-serializer.ts'
import type { CachedPost, PostCache } from './post-cache.ts'
import {
  type FeedRows,
  selectFeed,
  selectHiddenPosts,
  selectLikedComments,
  selectViews,
  type ViewRow,
} from './queries.ts'

/**
 * Returns a `FeedPage` as JSON: own posts, posts of followed users and posts that tag followed pets, each once, newest
 * first. Built by fan-out on read: docs/decisions/0005-feed-fan-out-on-read.md
 * @throws Problem 'validation-failed' for an invalid cursor.
 */
export async function readFeedPage(
  ctx: UserContext,
  parts: FeedDependencies,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<string> {
  const start = idOfCursor(unsealCursor(ctx, cursor))
  const page = await withinAllowance(ctx, parts.findFeedDay, await pageBelow(ctx, parts, start, limit), cursor)
  const namesOf = await loadExistingNames(
    ctx,
    page.lines.flatMap(({ named }) => named),
  )
  const posts = page.lines.map(({ json }) => json(namesOf))
  return `{"posts":[${posts.join(',')}],"cursor":${JSON.stringify(page.cursor)},"limit":${limitJson(page.limit)}}`
}

const limitJson = answerSerializer(FeedLimit)
const postJson = answerSerializer(FeedPost)

type NamesOf = Awaited<ReturnType<typeof loadExistingNames>>

/** A post of a page. `json` returns the post with the mentioned users (`named`) that exist for the viewer. */
type Line = { id: PostId; author: UserId; named: readonly string[]; json: (namesOf: NamesOf) => string }

const readLine = (post: FeedPost): Line => ({
  id: post.id,
  author: post.author.id,
  named: [post.caption, ...post.comments.map(({ text }) => text)].flatMap(mentionedUsernames),
  json: (namesOf) => {
    const named = (comment: Comment) => ({ ...comment, ...namesOf(mentionedUsernames(comment.text)) })
    return postJson({ ...post, ...namesOf(mentionedUsernames(post.caption)), comments: post.comments.map(named) })
  },
})

/** Returns the fields of `part` as the end of a JSON object that already has fields, with its closing brace. */
const more = (part: object) => `,${JSON.stringify(part).slice(1)}`

const cachedPostLine = (
  viewer: UserId,
  post: CachedPost,
  view: ViewRow,
  isLiked: (comment: CommentId) => boolean,
): Line => ({
  id: view.id,
  author: post.author.id,
  named: [...post.named, ...post.comments.flatMap(({ named }) => named)],
  json: (namesOf) => {
    const comments = post.comments.map((comment) => {
      const own = viewersOfComment(viewer, comment, { likedByMe: isLiked(comment.id), postAuthor: post.author.id })
      return `${comment.json}${more({ ...own, ...namesOf(comment.named) })}`
    })
    const own = more({ ...toViewerPart(viewer, post, view), ...namesOf(post.named) }).slice(0, -1)
    return `${post.json}${more({ followedByMe: view.followedByMe })}${own},"comments":[${comments.join(',')}]}`
  },
})

export type FeedDependencies = { postCache: PostCache; findFeedDay: FindFeedDay }

type Page = Pick<FeedPage, 'cursor'> & { lines: Line[] }

async function pageBelow(
  ctx: UserContext,
  parts: FeedDependencies,
  start: string | undefined,
  limit: number,
): Promise<Page> {
  const rows = await feedBelow(ctx, parts, start, limit + 1)
  const { shown, last: next } = pageOf(rows.ids, limit)
  const lines = await linesOf(ctx, parts, shown, rows)
  if (!next || lines.length === limit) return { lines, cursor: next ?? null }
  const rest = await refill(ctx, parts, await feedBelow(ctx, parts, next, REFILL_SCAN_LIMIT), limit - lines.length)
  return { lines: [...lines, ...rest.lines], cursor: rest.cursor }
}

// Drops posts beyond the daily allowance. The cursor follows the last delivered post, so that the dropped posts are
// delivered the next day.
async function withinAllowance(
  ctx: UserContext,
  findDay: FindFeedDay,
  page: Page,
  start: string | undefined,
): Promise<Page & Pick<FeedPage, 'limit'>> {
  const others = page.lines.filter(({ author }) => author !== ctx.viewer)
  const { may, limit } = await countFeed(
    ctx,
    findDay,
    others.map(({ id }) => id),
  )
  const lines = page.lines.filter(({ id, author }) => author === ctx.viewer || may(id))
  const last = lines.at(-1)
  if (last?.id === page.lines.at(-1)?.id) return { lines, cursor: page.cursor, limit }
  return { lines, cursor: last?.id ?? start ?? LAST_ID, limit }
}

// Number of rows scanned to refill a page. Visibility rules rarely hide a whole page of posts of followed users.
const REFILL_SCAN_LIMIT = 100

// Fills a page from which visibility rules removed posts. Rules seldom hide two posts in a row, so the first read has
// one post more than is missing, to find out whether more posts follow. Each later read is four times as large.
async function refill(ctx: UserContext, parts: FeedDependencies, below: RuledRows, lacking: number): Promise<Page> {
  const { ids } = below
  const seen: Line[] = []
  let [from, next] = [0, lacking + 1]
  while (from < ids.length && seen.length <= lacking) {
    seen.push(...(await linesOf(ctx, parts, ids.slice(from, from + next), below)))
    from += next
    next *= 4
  }
  const lines = seen.slice(0, lacking)
  const last = seen.length > lacking ? lines.at(-1)?.id : ids.length === REFILL_SCAN_LIMIT ? ids.at(-1) : undefined
  const isShown = seen.some(({ id }) => id === last)
  return { lines, cursor: cursorAfter(ctx, last ? { id: last, seen: isShown } : null, ({ id }) => id) }
}

/** `asOf`: the number of finished reads of the post cache before visibility was checked. */
type RuledRows = FeedRows & { asOf: number }

async function feedBelow(
  { db, viewer, now }: UserContext,
  { postCache }: FeedDependencies,
  from: string | undefined,
  most: number,
): Promise<RuledRows> {
  const asOf = postCache.readings()
  const found = await selectFeed(db, viewer, from ?? LAST_ID, most, now)
  return { ...(found ?? { ids: [], blocked: false, views: [] }), asOf }
}

const linesOf = (ctx: UserContext, { postCache }: FeedDependencies, ids: PostId[], rows: RuledRows): Promise<Line[]> =>
  rows.blocked ? readLines(ctx, ids) : assembledLines(ctx, postCache, ids, rows)

async function assembledLines(ctx: UserContext, kept: PostCache, ids: PostId[], rows: RuledRows): Promise<Line[]> {
  const sharedParts = await kept.find(ctx, ids)
  const liked = [...sharedParts.values()].flatMap(({ comments }) => comments.filter(({ likeCount }) => likeCount > 0))
  const likedIds = liked.map(({ id }) => id)
  const [views, likedByMe] = await Promise.all([
    ruleAfter(ctx, sharedParts, rows),
    likedIds.length > 0 ? selectLikedComments(ctx.db, ctx.viewer, likedIds) : [],
  ])
  if (!views) return readLines(ctx, ids)
  const liking = new Set(likedByMe)
  const viewOf = new Map(views.map((view) => [view.id, view]))
  const changed = ids.filter((id) => !isSameState(viewOf.get(id), sharedParts.get(id)))
  const rereadLines = new Map((changed.length > 0 ? await readLines(ctx, changed) : []).map((line) => [line.id, line]))
  return ids.flatMap((id) => {
    const [view, found] = [viewOf.get(id), sharedParts.get(id)]
    if (changed.includes(id)) return rereadLines.get(id) ?? []
    return view && found ? [cachedPostLine(ctx.viewer, found, view, (comment) => liking.has(comment))] : []
  })
}

// Checks visibility again for posts read after the first check. Returns null if the viewer now has a block.
async function ruleAfter(
  { db, viewer, now }: UserContext,
  sharedParts: ReadonlyMap<PostId, CachedPost>,
  { views, asOf }: RuledRows,
): Promise<readonly ViewRow[] | null> {
  const later = [...sharedParts].flatMap(([id, { reading }]) => (reading > asOf ? [id] : []))
  if (later.length === 0) return views
  const rechecked = await selectViews(db, viewer, later, now)
  if (!rechecked?.views || !views) return null
  return [...views.filter(({ id }) => !later.includes(id)), ...rechecked.views]
}

// Two statements read state and text; the author may change both in between. A changed post is read again.
const isSameState = (view: ViewRow | undefined, found: CachedPost | undefined) =>
  !view ||
  !found ||
  (view.audience === found.audience &&
    isSameTime(view.editedAt, found.editedAt) &&
    isSameTime(view.archivedAt, found.archivedAt))

const isSameTime = (a: string | null, b: string | null) => Date.parse(a ?? '') === Date.parse(b ?? '') || a === b

/**
 * Reads posts entirely from the database. A viewer with a block sees other counts, comments and pets.
 * Comments are read before visibility is checked. A comment written after the viewer lost access is never shown.
 */
export async function readPosts(ctx: UserContext, ids: readonly PostId[]): Promise<FeedPost[]> {
  const comments = await readCommentPreviews(ctx, ids)
  const [posts, unwanted] = await Promise.all([
    getPostsWithoutNames(ctx, ids),
    selectHiddenPosts(ctx.db, ctx.viewer, ids, ctx.now),
  ])
  return posts
    .filter(({ id }) => !unwanted.includes(id))
    .map((post) => ({ ...post, comments: comments.get(post.id) ?? [] }))
}

const readLines = async (ctx: UserContext, ids: PostId[]): Promise<Line[]> => (await readPosts(ctx, ids)).map(readLine)
