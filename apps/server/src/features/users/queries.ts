import type { SessionId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import type { Db } from '#platform/db.ts'

export type SessionRow = { id: SessionId; userId: UserId; lastSeenAt: string }

/** The session of a cookie, neither idle (30 d) nor too old (180 d), whose user is there. `security.md` §3.1 */
export const selectSession = (db: Db, hash: Buffer, now: Date) =>
  db.row<SessionRow>(sql`
    select s.id, s.user_id as "userId", s.last_seen_at as "lastSeenAt"
    from sessions s join users u on u.id = s.user_id
    where s.hash = ${hash} and u.state = 'active' and u.deleted_at is null
      and s.last_seen_at > ${now.toISOString()}::timestamptz - interval '30 days'
      and s.created_at > ${now.toISOString()}::timestamptz - interval '180 days'`)

export const updateSessionSeen = (db: Db, id: SessionId, now: Date) =>
  db.rows(sql`update sessions set last_seen_at = ${now.toISOString()} where id = ${id}`)

export type NewSession = { id: SessionId; hash: Buffer; userId: UserId; label: string; network: string; now: Date }

export const insertSession = (db: Db, s: NewSession) =>
  db.rows(sql`
    insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
    values (${s.id}, ${s.hash}, ${s.userId}, ${s.now.toISOString()}, ${s.now.toISOString()}, ${s.label}, ${s.network})`)

export type NewUser = {
  id: UserId
  username: string
  fullname: string
  email: string
  zipHash: string
  state: 'pending' | 'active'
  timeZone: string
  now: Date
}

export const insertUser = (db: Db, u: NewUser) =>
  db.rows(sql`
    insert into users (id, username, fullname, email, zip_hash, state, time_zone, created_at)
    values (${u.id}, ${u.username}, ${u.fullname}, ${u.email}, ${u.zipHash}, ${u.state}, ${u.timeZone},
      ${u.now.toISOString()})`)

export type OwnUserRow = {
  id: UserId
  username: string
  fullname: string
  email: string
  imageName: string | null
  following: UserId[]
  followers: number
  followings: number
  posts: number
}

export const selectOwnUser = (db: Db, id: UserId) =>
  db.row<OwnUserRow>(sql`
    select id, username, fullname, email, image_name as "imageName", follower_count as followers,
      following_count as followings, post_count as posts,
      coalesce((select json_agg(f.followee_id order by f.created_at desc, f.followee_id desc)
        from follows f join users u on u.id = f.followee_id
        where f.follower_id = users.id and u.deleted_at is null), '[]') as following
    from users where id = ${id} and deleted_at is null`)
