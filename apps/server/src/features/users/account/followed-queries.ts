import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isUserVisible } from '#features/blocks/visibility.sql.ts'
import type { Db } from '#platform/database/db.ts'

/** Returns the ids of all users that a user follows and can see, newest follow first. */
export const selectFollowedUsers = async (db: Db, id: UserId) =>
  (
    await db.rows<{ id: UserId }>(sql`
      select f.followee_id as id from follows f join users u on u.id = f.followee_id
      where f.follower_id = ${id} and ${isUserVisible(id, 'u')} order by f.created_at desc, f.followee_id desc`)
  ).map((row) => row.id)
