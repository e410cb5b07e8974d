import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

/** Deletes up to `limit` stories of an author, highlights included; returns their photos. */
export const deleteStoriesByAuthor = async (db: Db, author: UserId, limit: number): Promise<PhotoId[]> =>
  (
    await db.rows<{ photo: PhotoId }>(sql`
      delete from stories where id in (select id from stories where author_id = ${author} limit ${limit}::int)
      returning photo_id as photo`)
  ).map(({ photo }) => photo)

/**
 * Deletes up to `limit` story views of a user, and updates the stories' view and paw counts. Returns the number of
 * deleted views.
 */
export async function deleteViewsByUser(db: Db, user: UserId, limit: number): Promise<number> {
  const someViews = sql`select story_id from story_views where user_id = ${user} order by story_id limit ${limit}::int`
  await db.rows(sql`select 1 from stories where id in (${someViews}) order by id for no key update`)
  const row = await db.row<{ count: number }>(sql`
    with gone as (
      delete from story_views where user_id = ${user} and story_id in (${someViews}) returning story_id, pawed_at),
    counted as (
      update stories s set view_count = s.view_count - 1, paw_count = s.paw_count - (g.pawed_at is not null)::int
      from gone g where s.id = g.story_id)
    select count(*)::int as count from gone`)
  return row?.count ?? 0
}
