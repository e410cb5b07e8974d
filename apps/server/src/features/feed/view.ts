import type { FeedPage, FeedPost } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { commentPreviews } from '#features/comments/view.ts'
import { postsByIds } from '#features/posts/view.ts'
import { countFeed } from '#features/premium/count-feed.ts'
import type { UserContext } from '#platform/context.ts'
import { cursorAfter, FIRST_ID, idOfCursor, LAST_ID, openedCursor, pageOf } from '#platform/cursor.ts'
import type { FindGuard } from './find-guard.ts'
import { selectFeedIds, selectFeedStart, selectOlderFeedIds, selectUnwanted } from './queries.ts'

/**
 * Own posts, those of followed users and those that tag followed pets, each once, newest first.
 * Made on reading: docs/decisions/0005-feed-by-fan-out-on-read.md
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function feedOf(
  ctx: UserContext,
  findGuard: FindGuard,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<FeedPage> {
  const start = idOfCursor(openedCursor(ctx, cursor))
  return withinAllowance(ctx, await pageBelow(ctx, findGuard, start, limit), cursor)
}

type Page = Pick<FeedPage, 'posts' | 'cursor'>

async function pageBelow(
  ctx: UserContext,
  findGuard: FindGuard,
  start: string | undefined,
  limit: number,
): Promise<Page> {
  const idsBelow = (before: string | undefined, most: number) => feedIds(ctx, findGuard, before, most)
  const ids = await idsBelow(start, limit + 1)
  const { shown, last: next } = pageOf(ids, limit)
  const posts = await feedPosts(ctx, shown)
  if (!next || posts.length === limit) return { posts, cursor: next ?? null }
  const rest = await refill(ctx, await idsBelow(next, REFILL_SCAN_LIMIT), limit - posts.length)
  return { posts: [...posts, ...rest.posts], cursor: rest.cursor }
}

/**
 * A page without what the day has no room for. Its cursor then follows the last post that is delivered, so that the
 * ones withheld below come when the day turns. payments.md §5
 */
async function withinAllowance(ctx: UserContext, page: Page, start: string | undefined): Promise<FeedPage> {
  const others = page.posts.filter(({ author }) => author.id !== ctx.viewer)
  const { may, limit } = await countFeed(
    ctx,
    others.map(({ id }) => id),
  )
  const posts = page.posts.filter(({ id, author }) => author.id === ctx.viewer || may(id))
  const last = posts.at(-1)
  if (last?.id === page.posts.at(-1)?.id) return { posts, cursor: page.cursor, limit }
  return { posts, cursor: last?.id ?? start ?? LAST_ID, limit }
}

// Nearly everything of those one follows may be seen: rules hide few posts, and rarely a page of them.
const REFILL_SCAN_LIMIT = 100

/**
 * What a page lacks because rules hid some of it, found among so many posts and no more. Rules seldom hide two in a
 * row: as many are read as are lacking and one that tells whether the list goes on, then four times as many each time.
 */
async function refill(ctx: UserContext, ids: PostId[], lacking: number): Promise<Page> {
  const seen: FeedPost[] = []
  let [read, next] = [0, lacking + 1]
  while (read < ids.length && seen.length <= lacking) {
    seen.push(...(await feedPosts(ctx, ids.slice(read, read + next))))
    read += next
    next *= 4
  }
  const posts = seen.slice(0, lacking)
  const last = seen.length > lacking ? posts.at(-1)?.id : ids.length === REFILL_SCAN_LIMIT ? ids.at(-1) : undefined
  const isShown = seen.some(({ id }) => id === last)
  return { posts, cursor: cursorAfter(ctx, last ? { id: last, seen: isShown } : null, ({ id }) => id) }
}

/**
 * Of few sources in the statement that finds them. Of many above the guard, and below it, or when the page is short
 * there, by the newest of each.
 */
async function feedIds(ctx: UserContext, findGuard: FindGuard, from: string | undefined, most: number) {
  const before = from ?? LAST_ID
  const sources = await selectFeedStart(ctx.db, ctx.viewer, before, most)
  if (!sources) return []
  if (sources.ids) return sources.ids
  const guard = await findGuard(ctx.db, ctx.now, from)
  const near = await selectFeedIds(ctx.db, sources, { before, guard: guard ?? FIRST_ID }, most)
  if (near.length === most || !guard) return near
  return [...near, ...(await selectOlderFeedIds(ctx.db, sources, guard, most - near.length))]
}

async function feedPosts(ctx: UserContext, ids: PostId[]): Promise<FeedPost[]> {
  const [posts, comments, unwanted] = await Promise.all([
    postsByIds(ctx, ids),
    commentPreviews(ctx, ids),
    selectUnwanted(ctx.db, ctx.viewer, ids, ctx.now),
  ])
  return posts
    .filter(({ id }) => !unwanted.includes(id))
    .map((post) => ({ ...post, comments: comments.get(post.id) ?? [] }))
}
