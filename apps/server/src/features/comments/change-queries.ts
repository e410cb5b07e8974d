import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReplyControl } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { commentLikesOfBlocked, commentVisible, postVisible } from '#features/blocks/visibility.sql.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import type { DeletableCommentId, OwnCommentId } from './own-comment.ts'

// Whoever changes several rows locks comments before their post, and a comment before what it answers, so that nobody
// is in a deadlock.

export type VisibleCommentRow = { authorId: UserId; postId: PostId; postAuthorId: UserId; depth: number }

const selectStanding = (db: Db, viewer: UserId | null, id: CommentId, mine: SQL) =>
  db.row<VisibleCommentRow>(sql`
    select c.author_id as "authorId", c.post_id as "postId", p.author_id as "postAuthorId", c.depth
    from comments c join users a on a.id = c.author_id
      join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where c.id = ${id} and c.deleted_at is null and p.deleted_at is null and a.deleted_at is null
      and (${mine} or (${commentVisible(viewer, 'c', 'a')} and ${postVisible(viewer, 'p', 'pa')}))`)

/** Who wrote the comment and the post it stands under, when the viewer may see both. */
export const selectVisibleComment = (db: Db, viewer: UserId | null, id: CommentId) =>
  selectStanding(db, viewer, id, sql`false`)

/** As `selectVisibleComment`; under the viewer's own post also what they do not see, for somebody blocks somebody. */
export const selectReportableComment = (db: Db, viewer: UserId, id: CommentId) =>
  selectStanding(db, viewer, id, sql`p.author_id = ${viewer}`)

/** As `selectReportableComment`; the viewer's own comment, wherever it stands. */
export const selectDeletableComment = (db: Db, viewer: UserId, id: CommentId) =>
  selectStanding(db, viewer, id, sql`${viewer} in (p.author_id, c.author_id)`)

/** Who may comment on a post, and whether the viewer may. */
export const selectReplyRight = (db: Db, viewer: UserId, post: VisiblePostId) =>
  db.row<{ replies: ReplyControl; username: string; may: boolean }>(sql`
    select p.replies, a.username, p.author_id = ${viewer} or p.replies = 'everyone' or (p.replies = 'followers'
      and exists (select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = p.author_id)) as may
    from posts p join users a on a.id = p.author_id where p.id = ${post}`)

export type AnsweredRow = { id: CommentId; rootId: CommentId; depth: number }

// Nothing is deeper: a thread is read up and down, and nobody can read one a thousand answers deep.
const DEEPEST = 100

/**
 * The parent of an answer to the comment, if the viewer sees the comment: the comment; where that is as deep as any may
 * be, what it answers itself. Neither it nor the top of its thread vanishes meanwhile.
 */
export async function lockAnswered(db: Db, viewer: UserId, post: VisiblePostId, id: CommentId) {
  const answered = await db.row<AnsweredRow & { parentId: CommentId | null }>(sql`
    select c.id, coalesce(c.root_id, c.id) as "rootId", c.depth, c.parent_id as "parentId" from comments c
    where c.id = ${id} and c.post_id = ${post}
      and exists (select 1 from users a where a.id = c.author_id and ${commentVisible(viewer, 'c', 'a')})
    for key share of c`)
  if (answered && answered.rootId !== answered.id)
    await db.rows(sql`select 1 from comments where id = ${answered.rootId} for key share`)
  if (!answered?.parentId || answered.depth < DEEPEST) return answered
  // It cannot vanish: what was answered is below it, and is locked.
  return { id: answered.parentId, rootId: answered.rootId, depth: answered.depth - 1 }
}

export type NewCommentRow = {
  id: CommentId
  post: VisiblePostId
  author: UserId
  answered: AnsweredRow | null
  text: string
  now: Date
}

/** Row and count in one statement; nothing when the post has just been deleted. */
export const insertComment = (db: Db, { answered, ...c }: NewCommentRow) =>
  db.row<{ id: CommentId }>(sql`
    with post as (
      update posts set comment_count = comment_count + 1 where id = ${c.post} and deleted_at is null returning id)
    insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
    select ${c.id}, post.id, ${c.author}::uuid, ${answered?.id ?? null}::uuid, ${answered?.rootId ?? null}::uuid,
      ${answered ? answered.depth + 1 : 0}::int, ${c.text}, ${c.now.toISOString()}::timestamptz
    from post
    returning id`)

/** What a comment says, held until the transaction ends. */
export const lockText = (db: Db, id: OwnCommentId) =>
  db.row<{ text: string; postId: PostId }>(sql`
    select text, post_id as "postId" from comments where id = ${id} and deleted_at is null for no key update`)

export const updateComment = (db: Db, id: OwnCommentId, text: string, now: Date) =>
  db.rows(sql`
    update comments set text = ${text},
      edited_at = case when text = ${text} then edited_at else ${now.toISOString()} end
    where id = ${id} and deleted_at is null`)

type LockedRow = { id: CommentId; parent: CommentId | null; deleted: boolean }

const lock = (db: Db, where: SQL) =>
  db.rows<LockedRow>(sql`
    select id, parent_id as parent, deleted_at is not null as deleted from comments
    where ${where} order by depth desc for update`)

/** A comment and, while they are gone, those above it, up to the first that is not; nearest first. */
const lockHusks = (db: Db, from: CommentId) =>
  lock(
    db,
    sql`id = any(array(
      with recursive up as (
        select id, parent_id, deleted_at from comments where id = ${from}
        union all
        select c.id, c.parent_id, c.deleted_at from up join comments c on c.id = up.parent_id
        where up.deleted_at is not null)
      select id from up))`,
  )

/**
 * Locks the comment, and above it every one that is gone and the first that is not, until the transaction ends.
 * Gives what could go with it, nearest first; nothing when it is gone itself.
 */
export async function lockBranch(db: Db, id: DeletableCommentId): Promise<CommentId[] | undefined> {
  const [found] = await lock(db, sql`id = ${id} and deleted_at is null`)
  if (!found) return undefined
  const tombstones: CommentId[] = []
  // Once as a rule; again when the last one was deleted while its lock was waited for.
  for (let above = found.parent; above; ) {
    const locked = await lockHusks(db, above)
    tombstones.push(...locked.filter(({ deleted }) => deleted).map((tombstone) => tombstone.id))
    const last = locked.at(-1)
    above = last?.deleted ? last.parent : null
  }
  return tombstones
}

export type DeletedRow = { postId: PostId; authorId: UserId; parentId: CommentId | null; rootId: CommentId | null }

/** Empties a comment that has answers, removes one that has none; row and count in one statement. */
export const deleteCommentRow = (db: Db, id: DeletableCommentId, by: UserId, now: Date) =>
  db.row<DeletedRow>(sql`
    with tombstone as (
      update comments set text = '', deleted_at = ${now.toISOString()}, like_count = 0, pinned_at = null,
        deleted_by = case when author_id = ${by} then null else ${by}::uuid end
      where id = ${id} and exists (select 1 from comments r where r.parent_id = ${id})
      returning id, post_id, author_id, parent_id, root_id),
    unliked as (delete from comment_likes where comment_id in (select id from tombstone)),
    gone as (
      delete from comments where id = ${id} and not exists (select 1 from comments r where r.parent_id = ${id})
      returning id, post_id, author_id, parent_id, root_id)
    update posts p set comment_count = comment_count - 1
    from (select * from tombstone union all select * from gone) c where p.id = c.post_id
    returning p.id as "postId", c.author_id as "authorId", c.parent_id as "parentId", c.root_id as "rootId"`)

// Words that an appeal may bring back are no empty tombstone. Whose author is away is in no number already.
const isCounted = sql`exists (select 1 from users u where u.id = c.author_id and u.state = 'active'
  and u.deleted_at is null)::int`

/** Moderators take a comment down: a gap stays in its place, with the words kept; nothing when it is gone. */
export const updateCommentTakenDown = (db: Db, id: CommentId, now: Date) =>
  db.row<DeletedRow>(sql`
    with c as (
      update comments set deleted_at = ${now.toISOString()}, taken_down_at = ${now.toISOString()}, pinned_at = null
      where id = ${id} and deleted_at is null returning id, post_id, author_id, parent_id, root_id)
    update posts p set comment_count = comment_count - ${isCounted} from c where p.id = c.post_id
    returning p.id as "postId", c.author_id as "authorId", c.parent_id as "parentId", c.root_id as "rootId"`)

/** Its words are back where they were said. */
export const updateCommentPutBack = (db: Db, id: CommentId) =>
  db.rows(sql`
    with c as (
      update comments set deleted_at = null, taken_down_at = null where id = ${id} and taken_down_at is not null
      returning post_id, author_id)
    update posts p set comment_count = comment_count + ${isCounted} from c where p.id = c.post_id`)

/** Its words are gone for good; the gap stays. */
export const updateCommentPurged = (db: Db, id: CommentId) =>
  db.rows(sql`
    with unliked as (delete from comment_likes where comment_id = ${id})
    update comments set text = '', like_count = 0 where id = ${id} and taken_down_at is not null`)

/** Removes those tombstones of a chain, nearest first, that have lost their last answer, or lose it so. */
export const deleteEmptyTombstones = (db: Db, tombstones: readonly CommentId[]) =>
  db.rows(sql`
    with chain as (select * from unnest(${idArray(tombstones)}::uuid[]) with ordinality as tombstone (id, place)),
    answered as (
      select min(place) as place from chain where exists (
        select 1 from comments r where r.parent_id = chain.id and r.id not in (select id from chain))
        or exists (select 1 from comments t where t.id = chain.id and t.taken_down_at is not null))
    delete from comments where id in (
      select chain.id from chain cross join answered
      where chain.place < coalesce(answered.place, ${tombstones.length + 1}))`)

export type CommentLikeRow = { likeCount: number; changed: boolean }

// One statement each, so that the like and its count cannot part, whatever runs beside it.

export const insertCommentLike = (db: Db, id: CommentId, user: UserId, now: Date) =>
  db.row<CommentLikeRow>(sql`
    with added as (
      insert into comment_likes (comment_id, user_id, created_at)
      select id, ${user}::uuid, ${now.toISOString()}::timestamptz from comments
      where id = ${id} and deleted_at is null for key share
      on conflict do nothing returning 1)
    update comments set like_count = like_count + (select count(*) from added)
    where id = ${id} and deleted_at is null
    returning like_count - ${commentLikesOfBlocked(user, sql`${id}::uuid`, sql`like_count`)} as "likeCount",
      exists (select 1 from added) as changed`)

export const deleteCommentLike = (db: Db, id: CommentId, user: UserId) =>
  db.row<CommentLikeRow>(sql`
    with removed as (delete from comment_likes where comment_id = ${id} and user_id = ${user} returning 1)
    update comments set like_count = like_count - (select count(*) from removed)
    where id = ${id} and deleted_at is null
    returning like_count - ${commentLikesOfBlocked(user, sql`${id}::uuid`, sql`like_count`)} as "likeCount",
      exists (select 1 from removed) as changed`)

/** Lets pins of a post come one after another, until the transaction ends. */
export const lockPins = (db: Db, post: PostId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('comment-pins'), hashtext(${post}))`)

/** Puts back whatever is pinned under the post, but for one. */
export const updateOthersUnpinned = (db: Db, post: PostId, but: CommentId) =>
  db.rows<{ id: CommentId }>(sql`
    update comments set pinned_at = null where post_id = ${post} and pinned_at is not null and id <> ${but}
    returning id`)

export const updatePinned = (db: Db, id: CommentId, now: Date) =>
  db.row(sql`
    update comments set pinned_at = coalesce(pinned_at, ${now.toISOString()}::timestamptz)
    where id = ${id} and deleted_at is null returning 1`)

export const updateUnpinned = (db: Db, id: CommentId) =>
  db.rows(sql`update comments set pinned_at = null where id = ${id}`)
