import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { commentsApart, postVisible, userVisible } from '#features/blocks/visibility.sql.ts'
import type { VisiblePostId } from '#features/posts/visible-post.ts'
import { type Db, idArray } from '#platform/db.ts'
import type { DeletableCommentId, OwnCommentId } from './own-comment.ts'

/** A comment with its author; the author's media name becomes an address later. */
export type CommentRow = {
  id: CommentId
  postId: PostId
  parentId: CommentId | null
  text: string
  createdAt: string
  editedAt: string | null
  deleted: boolean
  replyCount: number
  authorId: UserId
  username: string
  fullname: string
  imageName: string | null
  postAuthorId: UserId
}

const columns = (viewer: UserId | null) => sql`c.id, c.post_id as "postId", c.parent_id as "parentId", c.text,
  c.created_at as "createdAt", c.edited_at as "editedAt", c.deleted_at is not null as deleted,
  (select count(*)::int from comments r join users ra on ra.id = r.author_id
    where r.parent_id = c.id and ${userVisible(viewer, 'ra')}) as "replyCount",
  a.id as "authorId", a.username, a.fullname, a.image_name as "imageName", p.author_id as "postAuthorId"`

const tables = sql`comments c join users a on a.id = c.author_id join posts p on p.id = c.post_id`

/** What was deleted but has answers shows as a husk, whoever wrote it. */
const shown = (viewer: UserId | null) => sql`(c.deleted_at is not null or ${userVisible(viewer, 'a')})`

/** Of the first level, or the answers to `parent`; oldest first, after a place. */
export const selectComments = (
  db: Db,
  viewer: UserId | null,
  { post, parent, after, most }: { post: VisiblePostId; parent: CommentId | undefined; after: string; most: number },
) => {
  const level: SQL = parent ? sql`c.parent_id = ${parent}` : sql`c.parent_id is null`
  return db.rows<CommentRow>(sql`
    select ${columns(viewer)} from ${tables}
    where c.post_id = ${post} and ${level} and c.id > ${after} and ${shown(viewer)} order by c.id limit ${most}::int`)
}

/** The newest `most` of the first level of each post, oldest first within a post; one statement for all posts. */
export const selectNewestComments = (db: Db, viewer: UserId | null, posts: readonly PostId[], most: number) =>
  db.rows<CommentRow>(sql`
    select n.* from unnest(${idArray(posts)}::uuid[]) i (id) cross join lateral (
      select ${columns(viewer)} from ${tables}
      where c.post_id = i.id and c.parent_id is null and c.deleted_at is null and ${userVisible(viewer, 'a')}
      order by c.id desc limit ${most}::int) n
    order by n.id`)

export const selectComment = (db: Db, viewer: UserId | null, id: CommentId) =>
  db.row<CommentRow>(sql`select ${columns(viewer)} from ${tables} where c.id = ${id}`)

export const selectCommentCount = async (db: Db, viewer: UserId | null, post: VisiblePostId) =>
  (
    await db.row<{ n: number }>(sql`
      select comment_count - ${commentsApart(viewer, sql`p.id`)} as n from posts p where id = ${post}`)
  )?.n ?? 0

/** Who wrote the comment and the post it stands under, when the viewer may see both. */
export const selectVisibleComment = (db: Db, viewer: UserId | null, id: CommentId) =>
  db.row<{ authorId: UserId; postAuthorId: UserId }>(sql`
    select c.author_id as "authorId", p.author_id as "postAuthorId"
    from comments c join users a on a.id = c.author_id
      join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where c.id = ${id} and c.deleted_at is null and ${userVisible(viewer, 'a')} and ${postVisible(viewer, 'p', 'pa')}`)

/** The comment of the first level that an answer to `id` belongs under; it cannot vanish until the transaction ends. */
export const lockFirstLevel = (db: Db, viewer: UserId, post: VisiblePostId, id: CommentId) =>
  db.row<{ id: CommentId }>(sql`
    select f.id from comments f where f.id = (
      select coalesce(c.parent_id, c.id) from comments c join users a on a.id = c.author_id
      where c.id = ${id} and c.post_id = ${post} and c.deleted_at is null and ${userVisible(viewer, 'a')})
    for key share`)

export type NewCommentRow = {
  id: CommentId
  post: VisiblePostId
  author: UserId
  parent: CommentId | null
  text: string
  now: Date
}

/** Row and count in one statement; nothing when the post has just been deleted. */
export const insertComment = (db: Db, c: NewCommentRow) =>
  db.row<{ id: CommentId }>(sql`
    with post as (
      update posts set comment_count = comment_count + 1 where id = ${c.post} and deleted_at is null returning id)
    insert into comments (id, post_id, author_id, parent_id, text, created_at)
    select ${c.id}, post.id, ${c.author}::uuid, ${c.parent}::uuid, ${c.text}, ${c.now.toISOString()}::timestamptz
    from post
    returning id`)

export const updateComment = (db: Db, id: OwnCommentId, text: string, now: Date) =>
  db.rows(sql`
    update comments set text = ${text},
      edited_at = case when text = ${text} then edited_at else ${now.toISOString()} end
    where id = ${id} and deleted_at is null`)

/** Locks the comment, and the one it answers, until the transaction ends; nothing when it is gone. */
export async function lockComment(db: Db, id: DeletableCommentId) {
  const found = await db.row<{ parent: CommentId | null }>(sql`
    select parent_id as parent from comments where id = ${id} and deleted_at is null for update`)
  if (found?.parent) await db.rows(sql`select 1 from comments where id = ${found.parent} for update`)
  return found
}

/** Empties a comment that has answers, removes one that has none; row and count in one statement. */
export const deleteCommentRow = (db: Db, id: DeletableCommentId, now: Date) =>
  db.row<{ postId: PostId; commentCount: number }>(sql`
    with husk as (
      update comments set text = '', deleted_at = ${now.toISOString()}
      where id = ${id} and exists (select 1 from comments r where r.parent_id = ${id}) returning post_id),
    gone as (
      delete from comments where id = ${id} and not exists (select 1 from comments r where r.parent_id = ${id})
      returning post_id)
    update posts set comment_count = comment_count - 1
    where id in (select post_id from husk union all select post_id from gone)
    returning id as "postId", comment_count as "commentCount"`)

/** Removes a husk that has lost its last answer. */
export const deleteEmptyHusk = (db: Db, id: CommentId) =>
  db.rows(sql`
    delete from comments where id = ${id} and deleted_at is not null
      and not exists (select 1 from comments r where r.parent_id = ${id})`)
