import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/database/db.ts'

/** Time window, both ends included. */
export type TimeWindow = { from: Date; to: Date }

/** A user with data that may have been exposed in a time window, for the operator's breach notification. */
export type ExposedUser = {
  id: UserId
  username: string
  email: string
  age: string
  wasActive: boolean
  loggedInWith: string
  photos: number
  hasPaid: boolean
}

// The SQL contains names of tables of `media` and `payments`, because imports of the tables would create cycles.
export const selectExposedUsers = (db: Db, { from, to }: TimeWindow, after: UserId | null, limit: number) =>
  db.rows<ExposedUser>(sql`
    select u.id, u.username, u.email, coalesce(u.age_band, '') as age,
      exists (select 1 from sessions s where s.user_id = u.id
          and s.created_at <= ${to.toISOString()} and s.last_seen_at >= ${from.toISOString()})
        or exists (select 1 from account_events e where e.user_id = u.id
          and e.at between ${from.toISOString()} and ${to.toISOString()}) as "wasActive",
      concat_ws(' ', case when u.zip_hash is not null then 'zip-code' end,
        case when u.password_hash is not null then 'password' end,
        case when exists (select 1 from passkeys p where p.user_id = u.id) then 'passkey' end) as "loggedInWith",
      (select count(*)::int from photos p
        where p.owner_id = u.id and p.created_at <= ${to.toISOString()}) as photos,
      exists (select 1 from orders o where o.user_id = u.id and o.created_at <= ${to.toISOString()}) as "hasPaid"
    from users u
    where u.created_at <= ${to.toISOString()} and (${after}::uuid is null or u.id > ${after}) order by u.id
    limit ${limit}::int`)
