import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isPetDiscoverable, isUserDiscoverable } from '#features/blocks/discoverable.sql.ts'
import { isAccountReadable, isPetVisible, isUserVisible, passesAnimalFilters } from '#features/blocks/visibility.sql.ts'
import type { UserCardRow } from '#features/users/account/user-card.ts'
import { createRankedSearch, type RankedKey } from './ranked-queries.ts'

const existsForViewer = (viewer: SQL | null, rows: SQL) => (viewer ? sql`exists (select 1 from ${rows})` : sql`false`)

export type UserHitRow = RankedKey & UserCardRow & { followedByMe: boolean; requestedByMe: boolean }

/** Returns users by username or full name, never by e-mail. Full names of private accounts match only for followers. */
export const selectUserHits = createRankedSearch<UserHitRow>((viewer, plain) => {
  const followed = existsForViewer(viewer, sql`follows f where f.follower_id = ${viewer} and f.followee_id = u.id`)
  const requested = existsForViewer(
    viewer,
    sql`follow_requests f where f.follower_id = ${viewer} and f.followee_id = u.id and f.withdrawn_at is null`,
  )
  return {
    table: sql`users`,
    alias: sql`u`,
    weight: sql`u.follower_count`,
    indexed: sql`u.state = 'active' and u.deleted_at is null`,
    texts: [sql`u.plain_name`, sql`u.username`],
    key: sql`u.id`,
    columns: sql`u.username, u.fullname, u.image_name as "imageName", ${followed} as "followedByMe",
      ${requested} as "requestedByMe"`,
    visible: sql`${isUserVisible(viewer, 'u')} and ${isUserDiscoverable(viewer, 'u')}
      and (${isAccountReadable(viewer, 'u')} or strpos(u.username, ${plain}) > 0)`,
  }
})

export type PetHitRow = RankedKey & {
  id: PetId
  slug: string
  name: string
  breed: string
  species: Species
  backdrop: Backdrop
  portraitName: string | null
  /** `followedByMe` is null for a pet that the viewer cares for. */
  followedByMe: boolean | null
}

export const selectPetHits = createRankedSearch<PetHitRow>((viewer) => {
  const followed = existsForViewer(viewer, sql`pet_follows f where f.user_id = ${viewer} and f.pet_id = p.id`)
  const isOwn = existsForViewer(viewer, sql`pet_people c where c.user_id = ${viewer} and c.pet_id = p.id`)
  return {
    table: sql`pets`,
    alias: sql`p`,
    weight: sql`p.follower_count`,
    indexed: sql`p.deleted_at is null`,
    texts: [sql`p.plain_name`],
    key: sql`p.id`,
    columns: sql`p.slug, p.name, p.breed, p.species, p.backdrop, ph.name as "portraitName",
      case when ${isOwn} then null else ${followed} end as "followedByMe"`,
    joins: sql`left join photos ph on ph.id = p.portrait_id`,
    visible: sql`${isPetVisible(viewer, 'p')} and ${passesAnimalFilters(viewer, 'p')}
      and ${isPetDiscoverable(viewer, 'p')}`,
  }
})
