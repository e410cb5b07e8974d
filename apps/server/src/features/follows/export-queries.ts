import type { UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPetVisible, isUserVisible } from '#features/blocks/visibility.sql.ts'

const selectBothDirections = (
  user: UserId,
  table: SQL,
  [outgoing, incoming]: readonly [string, string],
  rule = sql`true`,
) => sql`
  select case when f.follower_id = ${user} then ${outgoing} else ${incoming} end as direction, u.username,
    f.created_at as "createdAt"
  from ${table} f join users u on u.id = case when f.follower_id = ${user} then f.followee_id else f.follower_id end
  where (f.follower_id = ${user} or f.followee_id = ${user}) and ${rule} and ${isUserVisible(user, 'u')}
  order by f.created_at, u.id`

export const exportedFollows = (user: UserId) => selectBothDirections(user, sql`follows`, ['following', 'follower'])

/** Follow requests of the user in both directions. The export does not reveal that a request was declined. */
export const exportedFollowRequests = (user: UserId) =>
  selectBothDirections(
    user,
    sql`follow_requests`,
    ['asked', 'asks'],
    sql`(f.follower_id = ${user} or f.declined_at is null)`,
  )

export const exportedPetFollows = (user: UserId) => sql`
  select p.id as "petId", p.slug, p.name, f.created_at as "createdAt"
  from pet_follows f join pets p on p.id = f.pet_id
  where f.user_id = ${user} and ${isPetVisible(user, 'p')} order by f.created_at, p.id`

/** The user's list of close friends. Other users' lists that contain the user are never exported. */
export const exportedCloseFriends = (user: UserId) => sql`
  select u.username, c.created_at as "createdAt"
  from close_friends c join users u on u.id = c.friend_id
  where c.user_id = ${user} and ${isUserVisible(user, 'u')} order by c.created_at, u.id`
