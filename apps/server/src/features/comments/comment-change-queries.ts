import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { ReplyControl } from '@pawtrait/contract/posts.ts'
import { type SQL, sql } from 'drizzle-orm'
import { blockedCommentLikeCount, isCommentVisible, isPostVisible } from '#features/blocks/visibility.sql.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import type { DeletableCommentId, OwnCommentId } from './comment-permissions.ts'

// Lock order against deadlocks: a comment before its parent comment, and comments before their post.

export type VisibleCommentRow = { authorId: UserId; postId: PostId; postAuthorId: UserId; depth: number }

const selectCommentInPost = (db: Db, viewer: UserId | null, id: CommentId, bypassCondition: SQL) =>
  db.row<VisibleCommentRow>(sql`
    select c.author_id as "authorId", c.post_id as "postId", p.author_id as "postAuthorId", c.depth
    from comments c join users a on a.id = c.author_id
      join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where c.id = ${id} and c.deleted_at is null and p.deleted_at is null and a.deleted_at is null
      and (${bypassCondition} or (${isCommentVisible(viewer, 'c', 'a')} and ${isPostVisible(viewer, 'p', 'pa')}))`)

/** Returns a comment's author, its post and the post's author, if the viewer may see both comment and post. */
export const selectVisibleComment = (db: Db, viewer: UserId | null, id: CommentId) =>
  selectCommentInPost(db, viewer, id, sql`false`)

/**
 * Returns a comment that the viewer may see. Also returns comments under the viewer's post, even if a block hides them.
 */
export const selectReportableComment = (db: Db, viewer: UserId, id: CommentId) =>
  selectCommentInPost(db, viewer, id, sql`p.author_id = ${viewer}`)

/**
 * Returns a comment that the viewer may see. Also returns comments by the viewer and comments under the viewer's post,
 * even if a block hides them.
 */
export const selectDeletableComment = (db: Db, viewer: UserId, id: CommentId) =>
  selectCommentInPost(db, viewer, id, sql`${viewer} in (p.author_id, c.author_id)`)

/** Returns the post's reply control (who may comment), its author's username, and whether the viewer may comment. */
export const selectReplyPermission = (db: Db, viewer: UserId, post: VisiblePostId) =>
  db.row<{ replies: ReplyControl; username: string; may: boolean }>(sql`
    select p.replies, a.username, p.author_id = ${viewer} or p.replies = 'everyone' or (p.replies = 'followers'
      and exists (select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = p.author_id)) as may
    from posts p join users a on a.id = p.author_id where p.id = ${post}`)

export type ReplyParentRow = { id: CommentId; rootId: CommentId; depth: number }

// Maximum depth of a comment. Queries walk threads recursively, so the depth must be bounded.
const MAX_DEPTH = 100

/**
 * Returns the comment to store as the parent of a reply to `id`: `id`, or its parent if `id` has at least the
 * maximum depth. Undefined if the viewer cannot see `id`. Locks `id` and its first-level comment against deletion.
 */
export async function lockReplyParent(db: Db, viewer: UserId, post: VisiblePostId, id: CommentId) {
  const parent = await db.row<ReplyParentRow & { parentId: CommentId | null }>(sql`
    select c.id, coalesce(c.root_id, c.id) as "rootId", c.depth, c.parent_id as "parentId" from comments c
    where c.id = ${id} and c.post_id = ${post}
      and exists (select 1 from users a where a.id = c.author_id and ${isCommentVisible(viewer, 'c', 'a')})
    for key share of c`)
  if (parent && parent.rootId !== parent.id)
    await db.rows(sql`select 1 from comments where id = ${parent.rootId} for key share`)
  if (!parent?.parentId || parent.depth < MAX_DEPTH) return parent
  // The parent needs no separate lock: its row cannot be deleted while its reply `id` is locked.
  return { id: parent.parentId, rootId: parent.rootId, depth: parent.depth - 1 }
}

export type NewCommentRow = {
  id: CommentId
  post: VisiblePostId
  author: UserId
  parent: ReplyParentRow | null
  text: string
  now: Date
}

/** Inserts the comment and counts it in one statement; returns undefined when the post has just been deleted. */
export const insertComment = (db: Db, { parent, ...comment }: NewCommentRow) =>
  db.row<{ id: CommentId }>(sql`
    with post as (
      update posts set comment_count = comment_count + 1 where id = ${comment.post} and deleted_at is null returning id)
    insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
    select ${comment.id}, post.id, ${comment.author}::uuid, ${parent?.id ?? null}::uuid,
      ${parent?.rootId ?? null}::uuid, ${parent ? parent.depth + 1 : 0}::int, ${comment.text},
      ${comment.now.toISOString()}::timestamptz
    from post
    returning id`)

export const lockCommentText = (db: Db, id: OwnCommentId) =>
  db.row<{ text: string; postId: PostId; editedAt: string | null }>(sql`
    select text, post_id as "postId", edited_at as "editedAt" from comments
    where id = ${id} and deleted_at is null for no key update`)

export const updateComment = (db: Db, id: OwnCommentId, text: string, now: Date) =>
  db.rows(sql`
    update comments set text = ${text}, edited_at = ${now.toISOString()}
    where id = ${id} and deleted_at is null`)

type LockedRow = { id: CommentId; parent: CommentId | null; deleted: boolean }

const lockComments = (db: Db, where: SQL) =>
  db.rows<LockedRow>(sql`
    select id, parent_id as parent, deleted_at is not null as deleted from comments
    where ${where} order by depth desc for update`)

const lockTombstones = (db: Db, from: CommentId) =>
  lockComments(
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
 * Locks a comment and its ancestors up to the first undeleted one. Returns the deleted ancestors, nearest first.
 * Undefined if the comment itself is deleted.
 */
export async function lockCommentAndAncestors(db: Db, id: DeletableCommentId): Promise<CommentId[] | undefined> {
  const [comment] = await lockComments(db, sql`id = ${id} and deleted_at is null`)
  if (!comment) return undefined
  const tombstones: CommentId[] = []
  // Usually one iteration. Repeats if the last locked ancestor was deleted while this call waited for its lock.
  for (let ancestor = comment.parent; ancestor; ) {
    const lockedRows = await lockTombstones(db, ancestor)
    tombstones.push(...lockedRows.filter(({ deleted }) => deleted).map((tombstone) => tombstone.id))
    const last = lockedRows.at(-1)
    ancestor = last?.deleted ? last.parent : null
  }
  return tombstones
}

export type DeletedCommentRow = {
  postId: PostId
  authorId: UserId
  parentId: CommentId | null
  rootId: CommentId | null
}

/**
 * Deletes a comment and updates the comment count of its post, in one statement. A comment with replies becomes an
 * empty tombstone.
 */
export const deleteCommentRow = (db: Db, id: DeletableCommentId, by: UserId, now: Date) =>
  db.row<DeletedCommentRow>(sql`
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

// SQL: 1 if the post's comment count includes comment `c`, else 0. Comments by inactive authors are not counted.
const isCounted = sql`exists (select 1 from users u where u.id = c.author_id and u.state = 'active'
  and u.deleted_at is null)::int`

/** Takes down a comment for a moderator; keeps its text for an appeal. Returns undefined if it is already deleted. */
export const takeDownCommentRow = (db: Db, id: CommentId, now: Date) =>
  db.row<DeletedCommentRow>(sql`
    with c as (
      update comments set deleted_at = ${now.toISOString()}, taken_down_at = ${now.toISOString()}, pinned_at = null
      where id = ${id} and deleted_at is null returning id, post_id, author_id, parent_id, root_id)
    update posts p set comment_count = comment_count - ${isCounted} from c where p.id = c.post_id
    returning p.id as "postId", c.author_id as "authorId", c.parent_id as "parentId", c.root_id as "rootId"`)

export const restoreCommentRow = (db: Db, id: CommentId) =>
  db.rows(sql`
    with c as (
      update comments set deleted_at = null, taken_down_at = null where id = ${id} and taken_down_at is not null
      returning post_id, author_id)
    update posts p set comment_count = comment_count + ${isCounted} from c where p.id = c.post_id`)

/** Deletes text and likes of a comment that moderators took down. Its row remains as a tombstone. */
export const purgeCommentRow = (db: Db, id: CommentId) =>
  db.rows(sql`
    with unliked as (delete from comment_likes where comment_id = ${id})
    update comments set text = '', like_count = 0 where id = ${id} and taken_down_at is not null`)

/**
 * Deletes tombstones (deleted comments), the nearest first. Stops at a tombstone with a reply that is not in
 * `tombstones`. Also stops at a tombstone that moderators took down, because an appeal may restore it.
 */
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

export type CommentLikeResult = { likeCount: number; changed: boolean }

// The like and the like count change in one statement, so that they remain consistent under concurrency.

export const insertCommentLike = (db: Db, id: CommentId, user: UserId, now: Date) =>
  db.row<CommentLikeResult>(sql`
    with added as (
      insert into comment_likes (comment_id, user_id, created_at)
      select id, ${user}::uuid, ${now.toISOString()}::timestamptz from comments
      where id = ${id} and deleted_at is null for key share
      on conflict do nothing returning 1)
    update comments set like_count = like_count + (select count(*) from added)
    where id = ${id} and deleted_at is null
    returning like_count - ${blockedCommentLikeCount(user, sql`${id}::uuid`, sql`like_count`)} as "likeCount",
      exists (select 1 from added) as changed`)

export const deleteCommentLike = (db: Db, id: CommentId, user: UserId) =>
  db.row<CommentLikeResult>(sql`
    with removed as (delete from comment_likes where comment_id = ${id} and user_id = ${user} returning 1)
    update comments set like_count = like_count - (select count(*) from removed)
    where id = ${id} and deleted_at is null
    returning like_count - ${blockedCommentLikeCount(user, sql`${id}::uuid`, sql`like_count`)} as "likeCount",
      exists (select 1 from removed) as changed`)

/** Locks the pins of a post until the transaction ends, so that concurrent requests pin one after the other. */
export const lockCommentPins = (db: Db, post: PostId) =>
  db.rows(sql`select pg_advisory_xact_lock(hashtext('comment-pins'), hashtext(${post}))`)

/** Unpins all comments of the post except `pinned`. Returns the ids of the comments that it unpinned. */
export const unpinOtherComments = (db: Db, post: PostId, pinned: CommentId) =>
  db.rows<{ id: CommentId }>(sql`
    update comments set pinned_at = null where post_id = ${post} and pinned_at is not null and id <> ${pinned}
    returning id`)

export const pinCommentRow = (db: Db, id: CommentId, now: Date) =>
  db.row(sql`
    update comments set pinned_at = coalesce(pinned_at, ${now.toISOString()}::timestamptz)
    where id = ${id} and deleted_at is null returning 1`)

export const unpinCommentRow = (db: Db, id: CommentId) =>
  db.rows(sql`update comments set pinned_at = null where id = ${id}`)
