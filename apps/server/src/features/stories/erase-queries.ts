import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

/** Removes some stories of an author's, at most so many, kept ones too; gives their photos. */
export const deleteStoriesOf = async (db: Db, author: UserId, most: number): Promise<PhotoId[]> =>
  (
    await db.rows<{ photo: PhotoId }>(sql`
      delete from stories where id in (select id from stories where author_id = ${author} limit ${most}::int)
      returning photo_id as photo`)
  ).map(({ photo }) => photo)

/** Removes some of somebody's views of stories, at most so many, and takes them out of the numbers; gives how many. */
export async function deleteViewsOf(db: Db, user: UserId, most: number): Promise<number> {
  const some = sql`select story_id from story_views where user_id = ${user} order by story_id limit ${most}::int`
  await db.rows(sql`select 1 from stories where id in (${some}) order by id for no key update`)
  const row = await db.row<{ count: number }>(sql`
    with gone as (
      delete from story_views where user_id = ${user} and story_id in (${some}) returning story_id, pawed_at),
    counted as (
      update stories s set view_count = s.view_count - 1, paw_count = s.paw_count - (g.pawed_at is not null)::int
      from gone g where s.id = g.story_id)
    select count(*)::int as count from gone`)
  return row?.count ?? 0
}
