import type { Comment } from '@pawtrait/contract/comments.ts'
import { type FeedPage, FeedPost } from '@pawtrait/contract/feed.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { namesIn } from '@pawtrait/contract/mentions.ts'
import { FeedLimit } from '@pawtrait/contract/payments/premium.ts'
import { commentPreviews, viewersPart as viewersOfComment } from '#features/comments/view.ts'
import { realNames } from '#features/mentions/view.ts'
import { unnamedPosts, viewersPart } from '#features/posts/view.ts'
import { countFeed } from '#features/premium/count-feed.ts'
import type { FindFeedDay } from '#features/premium/kept-days.ts'
import type { UserContext } from '#platform/context.ts'
import { cursorAfter, idOfCursor, LAST_ID, openedCursor, pageOf } from '#platform/database/cursor.ts'
import { answerSerializer } from '#platform/http/answer-serializer.ts'
import type { KeptPost, KeptPosts } from './kept-posts.ts'
import { type FeedRows, selectFeed, selectLikedComments, selectUnwanted, selectViews, type ViewRow } from './queries.ts'

/**
 * Own posts, those of followed users and those that tag followed pets, each once, newest first; a `FeedPage` as JSON.
 * Made on reading: docs/decisions/0005-feed-by-fan-out-on-read.md
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function feedOf(
  ctx: UserContext,
  parts: FeedParts,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<string> {
  const start = idOfCursor(openedCursor(ctx, cursor))
  const page = await withinAllowance(ctx, parts.findFeedDay, await pageBelow(ctx, parts, start, limit), cursor)
  const namesOf = await realNames(
    ctx,
    page.lines.flatMap(({ named }) => named),
  )
  const posts = page.lines.map(({ json }) => json(namesOf))
  return `{"posts":[${posts.join(',')}],"cursor":${JSON.stringify(page.cursor)},"limit":${limitJson(page.limit)}}`
}

const limitJson = answerSerializer(FeedLimit)
const postJson = answerSerializer(FeedPost)

type NamesOf = Awaited<ReturnType<typeof realNames>>

/** A post of a page. As JSON it says which of the users that it and its comments name are real for the viewer. */
type Line = { id: PostId; author: UserId; named: readonly string[]; json: (namesOf: NamesOf) => string }

/** One that was read for the viewer. */
const readLine = (post: FeedPost): Line => ({
  id: post.id,
  author: post.author.id,
  named: [post.caption, ...post.comments.map(({ text }) => text)].flatMap(namesIn),
  json: (namesOf) => {
    const named = (comment: Comment) => ({ ...comment, ...namesOf(namesIn(comment.text)) })
    return postJson({ ...post, ...namesOf(namesIn(post.caption)), comments: post.comments.map(named) })
  },
})

/** The fields of `part` at the end of an object that has some: after it nothing is missing but the closing brace. */
const more = (part: object) => `,${JSON.stringify(part).slice(1)}`

/** One put together from what all see of it and what is the viewer's. */
const keptLine = (viewer: UserId, post: KeptPost, view: ViewRow, isLiked: (comment: CommentId) => boolean): Line => ({
  id: view.id,
  author: post.author.id,
  named: [...post.named, ...post.comments.flatMap(({ named }) => named)],
  json: (namesOf) => {
    const comments = post.comments.map((comment) => {
      const own = viewersOfComment(viewer, comment, { likedByMe: isLiked(comment.id), postAuthor: post.author.id })
      return `${comment.json}${more({ ...own, ...namesOf(comment.named) })}`
    })
    const own = more({ ...viewersPart(viewer, post, view), ...namesOf(post.named) }).slice(0, -1)
    return `${post.json}${more({ followedByMe: view.followedByMe })}${own},"comments":[${comments.join(',')}]}`
  },
})

/** What the feeds of this process share. */
export type FeedParts = { keptPosts: KeptPosts; findFeedDay: FindFeedDay }

type Page = Pick<FeedPage, 'cursor'> & { lines: Line[] }

async function pageBelow(ctx: UserContext, parts: FeedParts, start: string | undefined, limit: number): Promise<Page> {
  const rows = await feedBelow(ctx, parts, start, limit + 1)
  const { shown, last: next } = pageOf(rows.ids, limit)
  const lines = await linesOf(ctx, parts, shown, rows)
  if (!next || lines.length === limit) return { lines, cursor: next ?? null }
  const rest = await refill(ctx, parts, await feedBelow(ctx, parts, next, REFILL_SCAN_LIMIT), limit - lines.length)
  return { lines: [...lines, ...rest.lines], cursor: rest.cursor }
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

// Nearly everything of those one follows may be seen: rules hide few posts, and rarely a page of them.
const REFILL_SCAN_LIMIT = 100

/**
 * What a page lacks because rules hid some of it, found among so many posts and no more. Rules seldom hide two in a
 * row: as many are read as are lacking and one that tells whether the list goes on, then four times as many each time.
 */
async function refill(ctx: UserContext, parts: FeedParts, below: RuledRows, lacking: number): Promise<Page> {
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

/** `asOf`: the readings of kept posts that had ended when the rule was asked. */
type RuledRows = FeedRows & { asOf: number }

async function feedBelow(
  { db, viewer, now }: UserContext,
  { keptPosts }: FeedParts,
  from: string | undefined,
  most: number,
): Promise<RuledRows> {
  const asOf = keptPosts.readings()
  const found = await selectFeed(db, viewer, from ?? LAST_ID, most, now)
  return { ...(found ?? { ids: [], blocked: false, views: [] }), asOf }
}

/** Of the posts those that the viewer may see and wants, in the order given. */
const linesOf = (ctx: UserContext, { keptPosts }: FeedParts, ids: PostId[], rows: RuledRows): Promise<Line[]> =>
  rows.blocked ? readLines(ctx, ids) : assembledLines(ctx, keptPosts, ids, rows)

/** What all see of them from memory; what is the viewer's, and whether they may see it, from the database. */
async function assembledLines(ctx: UserContext, kept: KeptPosts, ids: PostId[], rows: RuledRows): Promise<Line[]> {
  const words = await kept.find(ctx, ids)
  const liked = [...words.values()].flatMap(({ comments }) => comments.filter(({ likeCount }) => likeCount > 0))
  const likedIds = liked.map(({ id }) => id)
  const [views, likedByMe] = await Promise.all([
    ruleAfter(ctx, words, rows),
    likedIds.length > 0 ? selectLikedComments(ctx.db, ctx.viewer, likedIds) : [],
  ])
  if (!views) return readLines(ctx, ids)
  const liking = new Set(likedByMe)
  const viewOf = new Map(views.map((view) => [view.id, view]))
  const changed = ids.filter((id) => !isSameState(viewOf.get(id), words.get(id)))
  const anew = new Map((changed.length > 0 ? await readLines(ctx, changed) : []).map((line) => [line.id, line]))
  return ids.flatMap((id) => {
    const [view, found] = [viewOf.get(id), words.get(id)]
    if (changed.includes(id)) return anew.get(id) ?? []
    return view && found ? [keptLine(ctx.viewer, found, view, (comment) => liking.has(comment))] : []
  })
}

/**
 * The rule, asked once more of what was read after it had been asked: that may have been said for others alone. Null
 * for who is blocked with somebody by now.
 */
async function ruleAfter(
  { db, viewer, now }: UserContext,
  words: ReadonlyMap<PostId, KeptPost>,
  { views, asOf }: RuledRows,
): Promise<readonly ViewRow[] | null> {
  const later = [...words].flatMap(([id, { reading }]) => (reading > asOf ? [id] : []))
  if (later.length === 0) return views
  const again = await selectViews(db, viewer, later, now)
  if (!again?.views || !views) return null
  return [...views.filter(({ id }) => !later.includes(id)), ...again.views]
}

/**
 * Whether the rule was asked of the post as it was when its words were read. Another statement asked: in between its
 * author may have changed who sees it, and what. Such a post is read anew, rule and words in one statement.
 */
const isSameState = (view: ViewRow | undefined, found: KeptPost | undefined) =>
  !view ||
  !found ||
  (view.audience === found.audience &&
    isSameTime(view.editedAt, found.editedAt) &&
    isSameTime(view.archivedAt, found.archivedAt))

const isSameTime = (a: string | null, b: string | null) => Date.parse(a ?? '') === Date.parse(b ?? '') || a === b

/**
 * All of it from the database: who is blocked with somebody sees other numbers, comments and pets than others. The rule
 * comes last, so that nothing is said below a post that was said when it was not for the viewer any more.
 */
export async function readPosts(ctx: UserContext, ids: readonly PostId[]): Promise<FeedPost[]> {
  const comments = await commentPreviews(ctx, ids)
  const [posts, unwanted] = await Promise.all([
    unnamedPosts(ctx, ids),
    selectUnwanted(ctx.db, ctx.viewer, ids, ctx.now),
  ])
  return posts
    .filter(({ id }) => !unwanted.includes(id))
    .map((post) => ({ ...post, comments: comments.get(post.id) ?? [] }))
}

const readLines = async (ctx: UserContext, ids: PostId[]): Promise<Line[]> => (await readPosts(ctx, ids)).map(readLine)
