import type { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  blockedFollowerCount,
  blockedFollowingCount,
  isAccountReadable,
  isUserVisible,
  type SqlViewer,
  visiblePostCount,
} from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { compileViewerStatement } from '#platform/database/compile-statement.ts'
import type { Db } from '#platform/database/db.ts'

export type UserCountsRow = UserCardRow & { followers: number; followings: number; posts: number }

const countedColumns = (viewer: SqlViewer) => sql`
  u.id, u.username, u.fullname, u.image_name as "imageName",
  u.follower_count - ${blockedFollowerCount(viewer, sql`u.id`, sql`u.follower_count`)} as followers,
  u.following_count - ${blockedFollowingCount(viewer, sql`u.id`, sql`u.following_count`)} as followings,
  ${visiblePostCount(viewer, 'u')} as posts`

// Not paginated: a user follows at most 5,000 users, and one aggregate is cheaper than several pages.
const followingColumn = (viewer: UserId | null) => sql`
  coalesce((select json_agg(f.followee_id order by f.created_at desc, f.followee_id desc)
    from follows f join users v on v.id = f.followee_id
    where f.follower_id = u.id and ${isAccountReadable(viewer, 'u')}
      and ${isUserVisible(viewer, 'v')}), '[]') as following`

export const selectPublicUser = (db: Db, viewer: UserId | null, id: UserId) =>
  db.row<UserCountsRow & { following: UserId[] }>(sql`
    select ${countedColumns(viewer)}, ${followingColumn(viewer)}
    from users u where u.id = ${id} and ${isUserVisible(viewer, 'u')}`)

export type ProfileRow = UserCountsRow &
  Record<'followedByMe' | 'requestedByMe' | 'followsMe' | 'isPrivate' | 'isOpen' | 'me', boolean> & {
    bio: string
    editedAt: string | null
  }

const isFollowing = (viewer: SqlViewer, follower: SQL, followee: SQL) =>
  viewer
    ? sql`exists (select 1 from follows x where x.follower_id = ${follower} and x.followee_id = ${followee})`
    : sql`false`

const hasRequested = (viewer: SqlViewer) =>
  viewer
    ? sql`exists (select 1 from follow_requests r
        where r.follower_id = ${viewer} and r.followee_id = u.id and r.withdrawn_at is null)`
    : sql`false`

const profile = compileViewerStatement<{ username: string }>(
  ['username'],
  (viewer, { username }) => sql`
    select ${countedColumns(viewer)}, u.bio, u.is_private as "isPrivate", ${isAccountReadable(viewer, 'u')} as "isOpen",
      ${hasRequested(viewer)} as "requestedByMe", ${viewer ? sql`u.id = ${viewer}` : sql`false`} as me,
      u.profile_edited_at as "editedAt",
      ${isFollowing(viewer, sql`${viewer}`, sql`u.id`)} as "followedByMe",
      ${isFollowing(viewer, sql`u.id`, sql`${viewer}`)} as "followsMe"
    from users u where u.username = ${username} and ${isUserVisible(viewer, 'u')}`,
)

export const selectProfile = (db: Db, viewer: UserId | null, username: string) =>
  db.row<ProfileRow>(profile(viewer, { username }))

/** Locks the user and returns their avatar's photo; null if the avatar shows initials or a pet's portrait. */
export const lockOwnImage = (db: Db, user: UserId) =>
  db.row<{ photo: PhotoId | null }>(sql`
    select (select ph.id from photos ph where ph.name = u.image_name and u.image_pet_id is null) as photo
    from users u where u.id = ${user} for no key update of u`)

export const selectPhotoName = (db: Db, id: PhotoId) =>
  db.row<{ name: string }>(sql`select name from photos where id = ${id}`)

export const selectPrivacy = (db: Db, user: UserId) =>
  db.row<{ isPrivate: boolean }>(sql`select is_private as "isPrivate" from users where id = ${user}`)

export const selectBlankProfileFields = (db: Db, user: UserId) =>
  db.row<{ bio: boolean; image: boolean }>(sql`
    select bio = '' as bio, image_name is null as image from users where id = ${user}`)

export type ProfileContent = { bio: string; imageName: string | null; imagePetId: string | null }

export const lockProfile = (db: Db, id: UserId) =>
  db.row<ProfileContent>(sql`
    select bio, image_name as "imageName", image_pet_id as "imagePetId" from users where id = ${id} for no key update`)

export const clearProfileContent = (db: Db, id: UserId, now: Date) =>
  db.rows(sql`
    update users set bio = '', image_name = null, image_pet_id = null, profile_edited_at = ${now.toISOString()}
    where id = ${id}`)

export const restoreProfileContent = (db: Db, id: UserId, content: ProfileContent, now: Date) => {
  const { bio, imageName, imagePetId } = content
  return db.rows(sql`
    update users set bio = case when bio = '' then ${bio} else bio end, profile_edited_at = ${now.toISOString()},
      image_pet_id = case when image_name is null then ${imagePetId}::uuid else image_pet_id end,
      image_name = coalesce(image_name, ${imageName})
    where id = ${id}`)
}
