import type { FeedPage, FeedPost } from '@pawtrait/contract/feed.ts'
import type { PostId } from '@pawtrait/contract/ids.ts'
import { commentFor, commentPreviews } from '#features/comments/view.ts'
import { realNamesIn } from '#features/mentions/view.ts'
import { postFor, unnamedPosts } from '#features/posts/view.ts'
import { countFeed } from '#features/premium/count-feed.ts'
import type { FindFeedDay } from '#features/premium/kept-days.ts'
import type { UserContext } from '#platform/context.ts'
import { cursorAfter, idOfCursor, LAST_ID, openedCursor, pageOf } from '#platform/cursor.ts'
import type { FindKeptPosts, KeptPost } from './kept-posts.ts'
import { type FeedRows, selectFeed, selectLikedComments, selectUnwanted, selectViews, type ViewRow } from './queries.ts'

/**
 * Own posts, those of followed users and those that tag followed pets, each once, newest first.
 * Made on reading: docs/decisions/0005-feed-by-fan-out-on-read.md
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function feedOf(
  ctx: UserContext,
  parts: FeedParts,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<FeedPage> {
  const start = idOfCursor(openedCursor(ctx, cursor))
  const page = await withinAllowance(ctx, parts.findFeedDay, await pageBelow(ctx, parts, start, limit), cursor)
  return { ...page, posts: await withNames(ctx, page.posts) }
}

/** With which of the users that posts and comments name the viewer sees. */
async function withNames(ctx: UserContext, posts: readonly FeedPost[]): Promise<FeedPost[]> {
  const namesOf = await realNamesIn(
    ctx,
    posts.flatMap(({ caption, comments }) => [caption, ...comments.map(({ text }) => text)]),
  )
  return posts.map((post) => ({
    ...post,
    ...namesOf(post.caption),
    comments: post.comments.map((comment) => ({ ...comment, ...namesOf(comment.text) })),
  }))
}

/** What the feeds of this process share. */
export type FeedParts = { findKeptPosts: FindKeptPosts; findFeedDay: FindFeedDay }

type Page = Pick<FeedPage, 'posts' | 'cursor'>

async function pageBelow(ctx: UserContext, parts: FeedParts, start: string | undefined, limit: number): Promise<Page> {
  const { ids, blocked, views } = await feedBelow(ctx, start, limit + 1)
  const read = blocked ? readPosts : assembledPosts(parts.findKeptPosts)
  const { shown, last: next } = pageOf(ids, limit)
  const posts = await read(ctx, shown, views)
  if (!next || posts.length === limit) return { posts, cursor: next ?? null }
  const below = await feedBelow(ctx, next, REFILL_SCAN_LIMIT)
  const rest = await refill(ctx, below, limit - posts.length, read)
  return { posts: [...posts, ...rest.posts], cursor: rest.cursor }
}

/**
 * A page without what the day has no room for. Its cursor then follows the last post that is delivered, so that the
 * ones withheld below come when the day turns. payments.md §5
 */
async function withinAllowance(
  ctx: UserContext,
  findDay: FindFeedDay,
  page: Page,
  start: string | undefined,
): Promise<FeedPage> {
  const others = page.posts.filter(({ author }) => author.id !== ctx.viewer)
  const { may, limit } = await countFeed(
    ctx,
    findDay,
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
async function refill(ctx: UserContext, { ids, views }: FeedRows, lacking: number, read: ReadPosts): Promise<Page> {
  const seen: FeedPost[] = []
  let [from, next] = [0, lacking + 1]
  while (from < ids.length && seen.length <= lacking) {
    seen.push(...(await read(ctx, ids.slice(from, from + next), views)))
    from += next
    next *= 4
  }
  const posts = seen.slice(0, lacking)
  const last = seen.length > lacking ? posts.at(-1)?.id : ids.length === REFILL_SCAN_LIMIT ? ids.at(-1) : undefined
  const isShown = seen.some(({ id }) => id === last)
  return { posts, cursor: cursorAfter(ctx, last ? { id: last, seen: isShown } : null, ({ id }) => id) }
}

const feedBelow = async ({ db, viewer, now }: UserContext, from: string | undefined, most: number): Promise<FeedRows> =>
  (await selectFeed(db, viewer, from ?? LAST_ID, most, now)) ?? { ids: [], blocked: false, views: null }

/** Of the posts those that the viewer may see and wants, in the order given; `views` where they are known. */
type ReadPosts = (ctx: UserContext, ids: PostId[], views?: readonly ViewRow[] | null) => Promise<FeedPost[]>

/** What all see of them from memory; what is the viewer's, and whether they may see it, from the database. */
const assembledPosts =
  (find: FindKeptPosts): ReadPosts =>
  async (ctx, ids, known) => {
    if (ids.length === 0) return []
    const { db, viewer, now } = ctx
    const kept = await find(ctx, ids)
    const liked = [...kept.values()].flatMap(({ comments }) => comments.filter(({ likeCount }) => likeCount > 0))
    const likedIds = liked.map(({ id }) => id)
    const [views, likedByMe] = await Promise.all([
      known ?? selectViews(db, viewer, ids, now),
      likedIds.length > 0 ? selectLikedComments(db, viewer, likedIds) : [],
    ])
    const liking = new Set(likedByMe)
    const viewOf = new Map(views.map((view) => [view.id, view]))
    const changed = ids.filter((id) => !isSameState(viewOf.get(id), kept.get(id)))
    const anew = new Map((changed.length > 0 ? await readPosts(ctx, changed) : []).map((post) => [post.id, post]))
    return ids.flatMap((id) => {
      const [view, found] = [viewOf.get(id), kept.get(id)]
      if (changed.includes(id)) return anew.get(id) ?? []
      if (!view || !found) return []
      const { post, comments } = found
      const commented = comments.map((one) =>
        commentFor(viewer, one, { likedByMe: liking.has(one.id), postAuthor: post.author.id }),
      )
      return [{ ...postFor(viewer, post, view), comments: commented }]
    })
  }

/**
 * Whether the rule was asked of the post as it was when its words were read. Another statement asked: in between its
 * author may have changed who sees it, and what. Such a post is read anew, rule and words in one statement.
 */
const isSameState = (view: ViewRow | undefined, found: KeptPost | undefined) =>
  !view ||
  !found ||
  (view.audience === found.post.audience &&
    isSameTime(view.editedAt, found.post.editedAt) &&
    isSameTime(view.archivedAt, found.post.archivedAt))

const isSameTime = (a: string | null, b: string | null) => Date.parse(a ?? '') === Date.parse(b ?? '') || a === b

/** All of it from the database: who is blocked with somebody sees other numbers, comments and pets than others. */
export const readPosts: ReadPosts = async (ctx, ids) => {
  const [posts, comments, unwanted] = await Promise.all([
    unnamedPosts(ctx, ids),
    commentPreviews(ctx, ids),
    selectUnwanted(ctx.db, ctx.viewer, ids, ctx.now),
  ])
  return posts
    .filter(({ id }) => !unwanted.includes(id))
    .map((post) => ({ ...post, comments: comments.get(post.id) ?? [] }))
}
