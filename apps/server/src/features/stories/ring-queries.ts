import type { StoryId, UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import {
  isPetVisible,
  isStoryUnfiltered,
  isStoryVisible,
  isUserVisible,
  isViewerInAudience,
} from '#features/blocks/visibility.sql.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import { compileStatement } from '#platform/database/compile-statement.ts'
import { type Db, idArray } from '#platform/database/db.ts'
import { type DeletedStory, firstActiveStoryId } from './queries.ts'

export type StoryRingRow = {
  authorId: UserId
  username: string
  fullname: string
  imageName: string | null
  count: number
  unseen: boolean
  newestAt: string
  startId: StoryId
  pet: PetCardRow | null
}

const MAX_RINGS = 51 // One ring of the viewer and 50 rings of other users.

const rings = compileStatement<{ viewer: UserId; now: string; first: string }>(
  ['viewer', 'now', 'first'],
  ({ viewer, now, first }) => sql`
    with sources as materialized (
      select ${viewer}::uuid as id
      union select followee_id from follows where follower_id = ${viewer}
      union select s.author_id from pet_follows pf join story_pets sp on sp.pet_id = pf.pet_id
        and sp.story_id >= ${first} join stories s on s.id = sp.story_id
      where pf.user_id = ${viewer}),
    active as materialized (
      select s.* from sources f cross join lateral (
        select * from stories n where n.author_id = f.id and n.id >= ${first}
        order by n.id desc limit 100) s
      where s.expires_at > ${now}::timestamptz),
    shown as (
      select s.id, s.author_id, s.posted_at, s.author_id <> ${viewer} and not exists (
          select 1 from story_views v where v.story_id = s.id and v.user_id = ${viewer}) as unseen
      -- offset 0 keeps one lookup by key per story: PostgreSQL expects far more active stories than exist, and would
      -- otherwise read all users.
      from active s cross join lateral (select * from users where id = s.author_id offset 0) a
      where ${isStoryVisible(viewer, 's', 'a', now)} and ${isStoryUnfiltered(viewer, 's', now)}),
    rings as (
      select author_id, count(*)::int as count, max(posted_at) as newest_at, bool_or(unseen) as unseen,
        (array_agg(id order by id desc))[1] as newest_id, (array_agg(id order by unseen desc, id))[1] as start_id
      from shown group by author_id
      order by author_id = ${viewer} desc, unseen desc, newest_at desc limit ${MAX_RINGS}::int)
    select r.author_id as "authorId", u.username, u.fullname, u.image_name as "imageName", r.count, r.unseen,
      r.newest_at as "newestAt", r.start_id as "startId",
      (select json_build_object('id', t.id, 'slug', t.slug, 'name', t.name, 'species', t.species, 'breed', t.breed,
          'birthday', case when t.died_on is null then t.birthday end, 'backdrop', t.backdrop, 'portraitName', ph.name)
        from story_pets sp join pets t on t.id = sp.pet_id left join photos ph on ph.id = t.portrait_id
        where sp.story_id = r.newest_id and ${isPetVisible(viewer, 't')} order by t.id limit 1) as pet
    from rings r join users u on u.id = r.author_id
    order by r.author_id = ${viewer} desc, r.unseen desc, r.newest_at desc`,
)

/**
 * Returns the rings of the story row, one per author: the viewer, authors they follow, and authors of stories with pets
 * they follow. The viewer's ring comes first, then unseen rings, then seen ones; each group is sorted newest first.
 * Reads at most the newest 100 stories of each author, all from the last 24 hours.
 */
export const selectRings = (db: Db, viewer: UserId, now: Date) =>
  db.rows<StoryRingRow>(rings({ viewer, now: now.toISOString(), first: firstActiveStoryId(now) }))

/** Returns the users in `open` (with an event stream) who have the story in their story row, and the story's author. */
export const selectStoryReaders = (db: Db, id: StoryId, open: readonly UserId[], now: Date) =>
  db.rows<{ user: UserId; authorId: UserId }>(sql`
    select o.id as user, a.id as "authorId"
    from unnest(${idArray(open)}::uuid[]) o (id) join stories s on s.id = ${id} join users a on a.id = s.author_id
    where ${isStoryVisible(sql`o.id`, 's', 'a', now)} and ${isStoryUnfiltered(sql`o.id`, 's', now)} and (
      o.id = a.id or exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id) or
      exists (select 1 from story_pets sp join pet_follows pf on pf.pet_id = sp.pet_id
        where sp.story_id = s.id and pf.user_id = o.id))`)

/**
 * Returns the users in `open` who could see a deleted story: its author, its watchers, and users who had it in their
 * story row.
 */
export const selectFormerStoryReaders = (
  db: Db,
  { authorId, audience, isReady, pets }: DeletedStory,
  { open, watchers }: { open: readonly UserId[]; watchers: readonly UserId[] },
) =>
  db.rows<{ user: UserId }>(sql`
    select o.id as user from unnest(${idArray(open)}::uuid[]) o (id)
      cross join (select ${audience}::text as audience) s join users a on a.id = ${authorId}
    where o.id = a.id or ${isReady} and ${isUserVisible(sql`o.id`, 'a')}
      and ${isViewerInAudience(sql`o.id`, 's', 'a')} and (
      o.id = any(${idArray(watchers)}::uuid[])
      or exists (select 1 from follows f where f.follower_id = o.id and f.followee_id = a.id)
      or exists (select 1 from pet_follows pf where pf.user_id = o.id and pf.pet_id = any(${idArray(pets)}::uuid[])))`)
