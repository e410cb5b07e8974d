import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { type Db, idArray } from '#platform/db.ts'

/** Those of the posts that are the author's; `deleted`: only until its rows are erased. */
export const selectOwnPosts = (db: Db, author: UserId, ids: readonly PostId[]) =>
  db.rows<{ id: PostId; deleted: boolean }>(sql`
    select id, deleted_at is not null as deleted from posts
    where author_id = ${author} and id = any(${idArray(ids)}::uuid[])`)
