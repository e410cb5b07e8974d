import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { petListed, petVisible, postWanted, scanVisiblePosts, userVisible } from '#features/blocks/visibility.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Scanned } from '#platform/cursor.ts'
import type { Db } from '#platform/db.ts'

/** Text as the search indexes hold it: lower case without accents. */
export const selectPlain = async (db: Db, text: string): Promise<string> =>
  (await db.row<{ plain: string }>(sql`select plain(${text}) as plain`))?.plain ?? ''

/** The newest public post of each author, newest first. */
export const selectExploreIds = (db: Db, viewer: UserId | null, before: string, most: number, now: Date) => {
  // What remembers a pet that died is not put before strangers.
  const remembers = (post: string) => sql`exists (select 1 from post_pets mp join pets m on m.id = mp.pet_id
    where mp.post_id = ${sql.raw(post)}.id and m.died_on is not null)`
  const rows = sql`select id from posts where id < ${before}`
  const rule = sql`p.is_ready and p.audience = 'everyone' and not a.is_private and ${postWanted(viewer, 'p', now)}
    and not exists (select 1 from posts n where n.author_id = p.author_id and n.id > p.id
      and n.is_ready and n.audience = 'everyone' and n.archived_at is null and n.deleted_at is null
      and not ${remembers('n')})
    and not ${remembers('p')}`
  return db.rows<Scanned<PostId>>(scanVisiblePosts(viewer, { rows, order: 'id' }, most, rule))
}

/** Those most followed whom the viewer does not follow. */
export const selectSuggestedUsers = (db: Db, viewer: UserId, most: number) =>
  db.rows<UserCardRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName" from users u
    where u.state = 'active' and u.deleted_at is null and ${userVisible(viewer, 'u')} and u.id <> ${viewer}
      and not exists (select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = u.id)
      and not exists (select 1 from follow_requests r where r.follower_id = ${viewer} and r.followee_id = u.id)
    order by u.follower_count desc, u.id desc limit ${most}::int`)

/** Those most followed that the viewer neither follows nor cares for. */
export const selectSuggestedPets = (db: Db, viewer: UserId, most: number) =>
  db.rows<PetCardRow>(sql`
    select p.id, p.slug, p.name, p.species, p.breed, p.birthday::text as birthday, p.backdrop,
      ph.name as "portraitName"
    from pets p left join photos ph on ph.id = p.portrait_id
    where p.deleted_at is null and p.died_on is null and ${petVisible(viewer, 'p')} and ${petListed(viewer, 'p')}
      and not exists (select 1 from pet_follows f where f.user_id = ${viewer} and f.pet_id = p.id)
      and not exists (select 1 from pet_people c where c.user_id = ${viewer} and c.pet_id = p.id)
    order by p.follower_count desc, p.id desc limit ${most}::int`)
