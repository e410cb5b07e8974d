import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { isPetDiscoverable, isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { isPetVisible, isUserVisible, passesAnimalFilters } from '#features/blocks/visibility.sql.ts'
import { petTimeZone, utcOffset } from '#features/pets/pet-fragments.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import type { Db } from '#platform/database/db.ts'

/** Returns the most followed users, without those that the viewer follows or requested to follow. */
export const selectSuggestedUsers = (db: Db, viewer: UserId, limit: number) =>
  db.rows<UserCardRow>(sql`
    select u.id, u.username, u.fullname, u.image_name as "imageName" from users u
    where u.state = 'active' and u.deleted_at is null and ${isUserVisible(viewer, 'u')} and u.id <> ${viewer}
      and ${isUserDiscoverable(viewer, 'u')}
      and not exists (select 1 from follows f where f.follower_id = ${viewer} and f.followee_id = u.id)
      and not exists (select 1 from follow_requests r where r.follower_id = ${viewer} and r.followee_id = u.id)
    order by u.follower_count desc, u.id desc limit ${limit}::int`)

/** Returns the most followed pets that the viewer neither follows nor cares for. */
export const selectSuggestedPets = (db: Db, viewer: UserId, now: Date, limit: number) =>
  db.rows<PetCardRow>(sql`
    select p.id, p.slug, p.name, p.species, p.breed, p.birthday::text as birthday, p.backdrop,
      ph.name as "portraitName", ${utcOffset(petTimeZone(sql`p.id`), now)} as "utcOffset"
    from pets p left join photos ph on ph.id = p.portrait_id
    where p.deleted_at is null and p.died_on is null and ${isPetVisible(viewer, 'p')}
      and ${passesAnimalFilters(viewer, 'p')} and ${isPetDiscoverable(viewer, 'p')}
      and not exists (select 1 from pet_follows f where f.user_id = ${viewer} and f.pet_id = p.id)
      and not exists (select 1 from pet_people c where c.user_id = ${viewer} and c.pet_id = p.id)
    order by p.follower_count desc, p.id desc limit ${limit}::int`)
