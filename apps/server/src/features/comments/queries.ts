import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  blockedCommentCount,
  blockedCommentLikeCount,
  hiddenCommentCount,
  isCommentVisible,
  isPostVisible,
  type SqlViewer,
} from '#features/blocks/visibility.sql.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { compileStatement, compileViewerStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'

/** A comment with its author. `imageName` is a media name; the view turns it into a URL. */
export type CommentRow = {
  id: CommentId
  postId: PostId
  parentId: CommentId | null
  rootId: CommentId | null
  depth: number
  text: string
  createdAt: string
  editedAt: string | null
  gone: Comment['gone']
  replyCount: number
  likeCount: number
  likedByMe: boolean
  isPinned: boolean
  authorId: UserId
  username: string
  fullname: string
  imageName: string | null
  postAuthorId: UserId
}

// Uses a scalar subquery: for a join, the planner would read all users for a page of twenty comments.
const isReadable = (viewer: SqlViewer, comment: 'c' | 'r') => sql`coalesce((
  select true from users va
  where va.id = ${sql.raw(comment)}.author_id and ${isCommentVisible(viewer, comment, 'va')}), false)`

/** SQL: number of replies that `reply_count` includes although the viewer may not see them. */
const hiddenReplyCount = (viewer: SqlViewer, condition: SQL) =>
  hiddenCommentCount(viewer, sql`p.author_id`, sql`c.reply_count`, condition)

const columns = (viewer: SqlViewer) => sql`c.id, c.post_id as "postId", c.parent_id as "parentId",
  c.root_id as "rootId", c.depth, c.text, c.created_at as "createdAt", c.edited_at as "editedAt",
  case when c.deleted_at is null then case when ${isCommentVisible(viewer, 'c', 'a')} then null else 'unseen' end
    when c.taken_down_at is not null then 'by-moderator' when c.deleted_by is null then 'by-author'
    else 'by-post-author' end as gone,
  c.reply_count - case when c.depth = 0 then ${hiddenReplyCount(viewer, sql`vc.root_id = c.id`)}
    else ${hiddenReplyCount(viewer, sql`vc.parent_id = c.id`)} end as "replyCount",
  c.like_count - ${blockedCommentLikeCount(viewer, sql`c.id`, sql`c.like_count`)} as "likeCount", ${
    viewer
      ? sql`coalesce((select true from comment_likes l where l.comment_id = c.id and l.user_id = ${viewer}), false)`
      : sql`false`
  } as "likedByMe", c.pinned_at is not null as "isPinned",
  a.id as "authorId", a.username, a.fullname, a.image_name as "imageName", p.author_id as "postAuthorId"`

// Left join, because comments of erased accounts have no author.
const tables = sql`comments c left join users a on a.id = c.author_id join posts p on p.id = c.post_id`

// A tombstone is shown while the viewer can read a reply below it. The query walks up from readable comments, once for
// all threads. Walking down would scan a thread for each tombstone.

/** SQL condition: first-level comment `c` is shown, because the viewer can read `c` or a reply in its thread. */
const isRootVisible = (viewer: SqlViewer) => sql`(${isReadable(viewer, 'c')}
  or exists (select 1 from comments r where r.root_id = c.id and ${isReadable(viewer, 'r')}))`

/** Recursive CTE `kept`: ancestors of readable comments, in the threads of the first-level comments `roots`. */
// A subquery, because the planner cannot estimate the size of `kept` and would read the whole table for a join.
const filteredCte = (viewer: SqlViewer, roots: SQL) => sql`kept as (
  select r.parent_id as id from comments r where r.root_id in (${roots}) and ${isReadable(viewer, 'r')}
  union
  select id from (select (select up.parent_id from comments up where up.id = kept.id) as id from kept) above
  where id is not null)`

// This limit is a hint to the planner. The query then reads `kept` at most once, into a hash table. If the viewer can
// read all comments, the query does not read `kept`.
const KEPT_LIMIT = 100_000

/** SQL condition: comment `c` is shown to the viewer. Needs the CTE `kept`. */
const isShown = (viewer: SqlViewer) =>
  sql`(${isReadable(viewer, 'c')} or c.id in (select id from kept limit ${sql.raw(`${KEPT_LIMIT}`)}))`

const selectRootId = (id: CommentId) => sql`select coalesce(root_id, id) from comments where id = ${id}`

// The ids are an array: with a subquery, the planner overestimates the cost of `isShown` and reads the whole table.
const selectRowsByIds = (viewer: SqlViewer, ids: SQL) =>
  sql`select ${columns(viewer)} from ${tables} where c.id = any(array(${ids}))`

const FIRST_REPLIES = 3
// Maximum number of ancestors of a comment that a query reads.
const MAX_ANCESTORS = 100

type LevelValues = {
  post: VisiblePostId
  /** Id after which the page begins. For a page that is read backwards: the id before which it ends. */
  from: string
  limit: number
  /** Comment to show. The page around it includes its ancestors and the first replies to it. */
  chainOf: CommentId | null
}
type Placeholders = Record<keyof LevelValues, SQL>
/**
 * Options of a page. `isBack`: reads backwards. `hasPinned`: also selects the pinned comment. `hasChain`: also selects
 * ancestors and replies of `chainOf`.
 */
type LevelOptions = { isBack?: boolean; hasPinned?: boolean; hasChain?: boolean }

const selectFirstLevelIds = (
  viewer: SqlViewer,
  { post, from, limit }: Placeholders,
  { isBack, hasPinned }: LevelOptions,
) => sql`
  (select c.id from comments c
    where c.post_id = ${post} and c.parent_id is null and c.pinned_at is null and ${isRootVisible(viewer)}
      and ${isBack ? sql`c.id < ${from} order by c.id desc` : sql`c.id > ${from} order by c.id`} limit ${limit}::int)
  ${hasPinned ? sql`union all ${selectPinnedId(viewer, post)}` : sql``}`

const selectPinnedId = (viewer: SqlViewer, post: SQL) => sql`
  select c.id from comments c
  where c.post_id = ${post} and c.pinned_at is not null and ${isRootVisible(viewer)}`

const selectFirstReplyIds = (viewer: SqlViewer, condition: SQL) => sql`
  (select c.id from comments c
    where ${condition} and ${isShown(viewer)} order by c.id limit ${FIRST_REPLIES}::int)`

const unionChainIds = (viewer: SqlViewer, id: SQL) => sql`
  union select id from up
  union select id from ${selectFirstReplyIds(viewer, sql`c.parent_id = ${id}`)} below_it`

const compileLevel = (options: LevelOptions) =>
  compileViewerStatement<LevelValues>(
    ['post', 'from', 'limit', 'chainOf'],
    (viewer, placeholders) => sql`
    with recursive up as (
      select id, parent_id, 0 as steps from comments where id = ${placeholders.chainOf}
      union all
      select c.id, c.parent_id, steps + 1 from comments c join up on c.id = up.parent_id
      where steps < ${MAX_ANCESTORS}),
    top as materialized (${selectFirstLevelIds(viewer, placeholders, options)}),
    ${filteredCte(viewer, sql`select id from top`)},
    listed as (
      select id from top
      union select r.id from top cross join lateral ${selectFirstReplyIds(viewer, sql`c.root_id = top.id`)} r
      ${options.hasChain ? unionChainIds(viewer, placeholders.chainOf) : sql``})
    ${selectRowsByIds(viewer, sql`select id from listed`)}`,
  )

const levelStatements = {
  first: compileLevel({ hasPinned: true }),
  last: compileLevel({ isBack: true, hasPinned: true }),
  around: compileLevel({ hasPinned: true, hasChain: true }),
  after: compileLevel({}),
  before: compileLevel({ isBack: true }),
}

/** Kind of page. `first`, `last` and `around` (a comment) begin a list; `after` and `before` continue a list. */
export type FirstLevelPageKind = keyof typeof levelStatements

/**
 * Returns first-level comments with first replies, unsorted. With `around`, also returns ancestors and replies of
 * `chainOf`.
 */
export const selectFirstLevelPage = (db: Db, viewer: UserId | null, kind: FirstLevelPageKind, values: LevelValues) =>
  db.rows<CommentRow>(levelStatements[kind](viewer, values))

/** Returns the replies in a thread after an id, oldest first. */
export const selectThread = (
  db: Db,
  viewer: UserId | null,
  { post, root, after, limit }: { post: VisiblePostId; root: CommentId; after: string; limit: number },
) =>
  db.rows<CommentRow>(sql`
    with recursive ${filteredCte(viewer, sql`${root}::uuid`)}
    ${selectRowsByIds(
      viewer,
      sql`select c.id from comments c
        where c.root_id = ${root} and c.post_id = ${post} and c.id > ${after} and ${isShown(viewer)}
        order by c.id limit ${limit}::int`,
    )} order by c.id`)

/**
 * Returns the position `after` of a page that contains the thread of comment `id`, and `readBefore` first-level
 * comments before it. `after` is null at the start of the list and for a pinned thread. Returns undefined if the viewer
 * cannot see the comment.
 */
export const selectPageStart = (
  db: Db,
  viewer: UserId | null,
  { post, id, readBefore }: { post: VisiblePostId; id: CommentId; readBefore: number },
) =>
  db.row<{ after: CommentId | null }>(sql`
    with recursive ${filteredCte(viewer, selectRootId(id))}
    select case when t.pinned_at is null then (
      select f.id from comments f where f.post_id = ${post} and f.parent_id is null and f.id < t.id
      order by f.id desc offset ${readBefore}::int limit 1) end as after
    from comments c join comments t on t.id = coalesce(c.root_id, c.id)
    where c.id = ${id} and c.post_id = ${post} and ${isShown(viewer)}`)

const newestComments = compileViewerStatement<{ posts: string; limit: number }>(
  ['posts', 'limit'],
  (viewer, { posts, limit }) => sql`
    select n.* from unnest(${posts}::uuid[]) i (id) cross join lateral (
      select ${columns(viewer)} from ${tables}
      where c.post_id = i.id and c.parent_id is null and ${isCommentVisible(viewer, 'c', 'a')}
      order by c.id desc limit ${limit}::int) n
    order by n.id`,
)

/** Returns the newest `limit` first-level comments of each post, oldest first within a post, in one statement. */
export const selectNewestComments = (db: Db, viewer: UserId | null, posts: readonly PostId[], limit: number) =>
  db.rows<CommentRow>(newestComments(viewer, { posts: idArray(posts), limit }))

/** Returns a comment (or its placeholder) that the viewer may see, under a post that they may see. */
export const selectComment = (db: Db, viewer: UserId | null, id: CommentId) =>
  db.row<CommentRow>(sql`
    with recursive ${filteredCte(viewer, selectRootId(id))}
    select ${columns(viewer)} from ${tables} join users pa on pa.id = p.author_id
    where c.id = ${id} and ${isShown(viewer)} and ${isPostVisible(viewer, 'p', 'pa')}`)

const commentCount = compileViewerStatement<{ post: PostId }>(
  ['post'],
  (viewer, { post }) => sql`
    select p.comment_count
      - ${blockedCommentCount(viewer, { id: sql`p.id`, author: sql`p.author_id` }, sql`p.comment_count`)} as n
    from posts p join users pa on pa.id = p.author_id where p.id = ${post} and ${isPostVisible(viewer, 'p', 'pa')}`,
)

/** Returns the number of comments that the viewer may see; 0 for an invisible post. */
export const selectCommentCount = async (db: Db, viewer: UserId | null, post: PostId) =>
  (await db.row<{ n: number }>(commentCount(viewer, { post })))?.n ?? 0

const likeCounts = compileStatement<{ ids: string }>(
  ['ids'],
  ({ ids }) => sql`
    select id, like_count as "likeCount" from posts where id = any(${ids}::uuid[])
    union all select id, like_count from comments where id = any(${ids}::uuid[])`,
)

/** Returns the stored like counts of posts and comments. They include likes that a block hides from the viewer. */
export const selectLikeCounts = (db: Db, ids: readonly string[]) =>
  db.rows<{ id: string; likeCount: number }>(likeCounts({ ids: idArray(ids) }))
