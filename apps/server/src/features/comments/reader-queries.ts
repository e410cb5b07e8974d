import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isCommentVisible, isPostVisible } from '#features/blocks/visibility.sql.ts'
import { type Db, idArray } from '#platform/database/db.ts'

export const selectCommentReaders = (db: Db, id: CommentId, users: readonly UserId[]) =>
  db.rows<{ user: UserId }>(sql`
    select r.id as user from unnest(${idArray(users)}::uuid[]) r (id) cross join comments c
      join users a on a.id = c.author_id join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where c.id = ${id} and ${isCommentVisible(sql`r.id`, 'c', 'a')}
      and ${isPostVisible(sql`r.id`, 'p', 'pa')}`)

/** A deleted comment. `gone`: the kind of placeholder shown for it while it has replies. */
export type DeletedComment = {
  postId: PostId
  commentId: CommentId
  parentId: CommentId | null
  rootId: CommentId | null
  authorId: UserId
  gone: Exclude<Comment['gone'], 'unseen' | null>
}

/** Returns those of the given users who could see the comment before it was deleted. */
export const selectFormerCommentReaders = (
  db: Db,
  { postId, authorId }: Pick<DeletedComment, 'postId' | 'authorId'>,
  users: readonly UserId[],
) =>
  db.rows<{ user: UserId }>(sql`
    select r.id as user from unnest(${idArray(users)}::uuid[]) r (id)
      cross join (select ${postId}::uuid as post_id, ${authorId}::uuid as author_id, null as deleted_at) c
      join users a on a.id = c.author_id join posts p on p.id = c.post_id join users pa on pa.id = p.author_id
    where ${isCommentVisible(sql`r.id`, 'c', 'a')} and ${isPostVisible(sql`r.id`, 'p', 'pa')}`)
