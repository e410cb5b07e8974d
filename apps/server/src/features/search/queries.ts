import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  petListed,
  petVisible,
  postListed,
  postVisible,
  postWanted,
  seenPlaces,
  userVisible,
} from '#features/blocks/visibility.sql.ts'
import { addressEpoch } from '#features/media/address-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { Walked } from '#platform/cursor.ts'
import type { Db } from '#platform/db.ts'
import type { Term } from './read-term.ts'

/** Ends every later statement of the transaction after so long; security.md §3.4. */
export const limitTime = (db: Db, ms: number) =>
  db.rows(sql`select set_config('statement_timeout', ${String(ms)}, true)`)

/** Text as the indexes hold it: lower case without accents. */
export const selectPlain = async (db: Db, text: string): Promise<string> =>
  (await db.row<{ plain: string }>(sql`select plain(${text}) as plain`))?.plain ?? ''

const anyOf = (texts: readonly SQL[], { matches }: Term) =>
  sql`(${sql.join(
    texts.flatMap((text) => matches.map((pattern) => sql`${text} like ${pattern}`)),
    sql` or `,
  )})`

/** 0: the text itself was typed, 1: its beginning, 2: some part of it. */
const rankOf = (texts: readonly SQL[], { plain, starts }: Term) => {
  const some = (test: (text: SQL) => SQL) => sql.join(texts.map(test), sql` or `)
  return sql`case when ${some((text) => sql`${text} = ${plain}`)} then 0
    when ${some((text) => sql`${text} like ${starts}`)} then 1 else 2 end`
}

/** A place in hits by rank, most followed first. */
export type RankedPlace = { rank: number; followers: number; id: string }

const below = (after: RankedPlace | undefined) =>
  after ? sql`where (rank, -followers, id) > (${after.rank}::int, ${-after.followers}::int, ${after.id}::uuid)` : sql``

const follows = (viewer: UserId | null, rows: SQL) => (viewer ? sql`exists (select 1 from ${rows})` : sql`false`)

type Asked<Place> = { viewer: UserId | null; term: Term; after: Place | undefined; most: number; now: Date }

export type UserHitRow = RankedPlace & {
  id: UserId
  username: string
  fullname: string
  imageName: string | null
  followedByMe: boolean
  requestedByMe: boolean
}

/** By full name or username; never by e-mail. */
export function selectUserHits(db: Db, { viewer, term, after, most }: Asked<RankedPlace>) {
  const texts = [sql`plain(u.fullname)`, sql`u.username`]
  return db.rows<UserHitRow>(
    sql`
    select * from (
      select u.id, u.username, u.fullname, u.image_name as "imageName", u.follower_count as followers,
        ${rankOf(texts, term)} as rank,
        ${follows(viewer, sql`follows f where f.follower_id = ${viewer} and f.followee_id = u.id`)} as "followedByMe",
        ${follows(
          viewer,
          sql`follow_requests f
          where f.follower_id = ${viewer} and f.followee_id = u.id and f.withdrawn_at is null`,
        )} as "requestedByMe"
      from users u where ${anyOf(texts, term)} and ${userVisible(viewer, 'u')}) hits
    ${below(after)} order by rank, followers desc, id limit ${most}::int`,
    'fresh',
  )
}

export type PetHitRow = RankedPlace & {
  id: PetId
  slug: string
  name: string
  breed: string
  species: Species
  backdrop: Backdrop
  portraitName: string | null
  followedByMe: boolean
}

export function selectPetHits(db: Db, { viewer, term, after, most }: Asked<RankedPlace>) {
  const texts = [sql`plain(p.name)`]
  return db.rows<PetHitRow>(
    sql`
    select * from (
      select p.id, p.slug, p.name, p.breed, p.species, p.backdrop, ph.name as "portraitName",
        p.follower_count as followers, ${rankOf(texts, term)} as rank,
        ${follows(viewer, sql`pet_follows f where f.user_id = ${viewer} and f.pet_id = p.id`)} as "followedByMe"
      from pets p left join photos ph on ph.id = p.portrait_id
      where ${anyOf(texts, term)} and ${petVisible(viewer, 'p')} and ${petListed(viewer, 'p')}) hits
    ${below(after)} order by rank, followers desc, id limit ${most}::int`,
    'fresh',
  )
}

export type PostHitRow = { id: PostId; caption: string; place: string; username: string; photo: PhotoRow | null }

/** By caption or place, newest first; `before` bounds the ids. */
export const selectPostHits = (db: Db, { viewer, term, after: before, most, now }: Asked<string>) =>
  db.rows<PostHitRow>(
    sql`
    select p.id, p.caption, p.place, a.username,
      (select json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
          'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
          'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${addressEpoch('ph')})
        from post_photos pp join photos ph on ph.id = pp.photo_id
        where pp.post_id = p.id order by pp.position limit 1) as photo
    from posts p join users a on a.id = p.author_id
    where ${anyOf([sql`plain(p.caption)`, sql`plain(p.place)`], term)} and ${postVisible(viewer, 'p', 'a')}
      and ${postWanted(viewer, 'p', now)} ${before ? sql`and p.id < ${before}` : sql``}
    order by p.id desc limit ${most}::int`,
    'fresh',
  )

export type CountedHitRow = { name: string; posts: number }

/** Tags with the number of posts the viewer may see; one that is only in others is not there. */
export const selectTagHits = (db: Db, { viewer, term, after: skip = 0, most }: Asked<number>) =>
  db.rows<CountedHitRow>(
    sql`
    select t.tag as name, count(*)::int as posts
    from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id
    where ${anyOf([sql`plain(t.tag)`], term)} and ${postVisible(viewer, 'p', 'a')} and ${postListed(viewer, 'p')}
    group by t.tag order by ${rankOf([sql`plain(t.tag)`], term)}, posts desc, name
    limit ${most}::int offset ${skip}::int`,
    'fresh',
  )

/** Places, in the spelling of the newest post; spellings that differ in case or accents are one place. */
export const selectPlaceHits = (db: Db, { viewer, term, after: skip = 0, most }: Asked<number>) =>
  db.rows<CountedHitRow>(
    sql`
    select (array_agg(p.place order by p.id desc))[1] as name, count(*)::int as posts
    from posts p join users a on a.id = p.author_id
    where ${anyOf([sql`plain(p.place)`], term)} and ${postVisible(viewer, 'p', 'a')} and ${postListed(viewer, 'p')}
    group by plain(p.place) order by ${rankOf([sql`plain(p.place)`], term)}, posts desc, name
    limit ${most}::int offset ${skip}::int`,
    'fresh',
  )

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
  return db.rows<Walked<PostId>>(seenPlaces(viewer, { rows, order: 'id' }, most, rule))
}

export type SuggestedUserRow = Pick<UserHitRow, 'id' | 'username' | 'fullname' | 'imageName'>

/** Those most followed whom the viewer does not follow. */
export const selectSuggestedUsers = (db: Db, viewer: UserId, most: number) =>
  db.rows<SuggestedUserRow>(sql`
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
