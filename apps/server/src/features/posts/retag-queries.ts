import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'
import { insertPostTags, toJsonb } from './queries.ts'

export const selectPostsToRetag = (db: Db, limit: number) =>
  db.rows<{ id: PostId; authorId: UserId }>(sql`
    select p.id, p.author_id as "authorId" from posts_to_retag r join posts p on p.id = r.post_id
    order by p.id limit ${limit}::int`)

export const deleteFromRetagQueue = (db: Db, id: PostId) =>
  db.rows(sql`delete from posts_to_retag where post_id = ${id}`)

/** Replaces a post's tags. The caller has locked the counters. Leaves `edited_at`, because the caption is unchanged. */
export const replaceTags = (db: Db, id: PostId, tags: readonly string[]) =>
  db.rows(sql`
    with post as (select ${id}::uuid as id),
    gone as (delete from post_tags where post_id = ${id} and tag not in (
      select jsonb_array_elements_text(${toJsonb(tags)})))
    ${insertPostTags(sql`post`, tags)} on conflict do nothing`)
