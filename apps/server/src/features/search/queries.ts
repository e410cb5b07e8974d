import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Backdrop, Species } from '@pawtrait/contract/pets.ts'
import { type SQL, sql } from 'drizzle-orm'
import {
  petListed,
  petVisible,
  postListed,
  postVisible,
  postWanted,
  scanVisiblePosts,
  userOpen,
  userVisible,
} from '#features/blocks/visibility.sql.ts'
import { addressEpoch } from '#features/media/address-epoch.sql.ts'
import type { PhotoRow } from '#features/media/view.ts'
import type { PetCardRow } from '#features/pets/view.ts'
import type { Scanned } from '#platform/cursor.ts'
import type { Db } from '#platform/db.ts'
import { escapeLike, type Term } from './read-term.ts'

/** Ends every later statement of the transaction after so long; security.md §3.4. */
export const setStatementTimeout = (db: Db, ms: number) =>
  db.rows(sql`select set_config('statement_timeout', ${String(ms)}, true)`)

/** Text as the search indexes hold it: lower case without accents. */
export const selectPlain = async (db: Db, text: string): Promise<string> =>
  (await db.row<{ plain: string }>(sql`select plain(${text}) as plain`))?.plain ?? ''

const some = (texts: readonly SQL[], test: (text: SQL) => SQL) => sql`(${sql.join(texts.map(test), sql` or `)})`

const hasParts = (text: SQL, { parts }: Term) =>
  sql`short_parts(${text}) @> array[${sql.join(
    parts.map((part) => sql`${part}`),
    sql`, `,
  )}]`

/** The text has the term in it. */
function holds(text: SQL, term: Term): SQL {
  if (term.hasThrees) return sql`${text} like ${`%${escapeLike(term.plain)}%`}`
  // LIKE would have the index of threes read whole. The dear test comes last, for rows that are scanned.
  return sql`(strpos(${text}, ${term.plain}) > 0 and ${hasParts(text, term)})`
}

/** The same where many rows are counted: what the index says of one or two letters need not be looked at again. */
const countedHolds = (text: SQL, term: Term) => (term.parts[0] === term.plain ? hasParts : holds)(text, term)

/** The ranks of hits, best first: the text itself was typed, its beginning, some other part of it. */
function ranksOf(texts: readonly SQL[], term: Term): SQL[] {
  const { plain, startsWord } = term
  const begins = (text: SQL) => sql`starts_with(${text}, ${plain})`
  const isTerm = (text: SQL) => sql`(${begins(text)} and length(${text}) = length(${plain}))`
  // The index of threes knows the beginning of a word, however short.
  const among = (test: (text: SQL) => SQL) => (text: SQL) => sql`(${test(text)} and ${holds(text, term)})`
  const whole = startsWord ? (text: SQL) => sql`${text} = ${plain}` : among(isTerm)
  const beginning = startsWord ? (text: SQL) => sql`${text} like ${`${escapeLike(plain)}%`}` : among(begins)
  return [
    some(texts, whole),
    sql`(${some(texts, beginning)} and not ${some(texts, isTerm)})`,
    sql`(${some(texts, (text) => holds(text, term))} and not ${some(texts, begins)})`,
  ]
}

/** The key of a hit by rank: `weight` is what orders equals, most first: followers or posts. */
export type RankedKey = { rank: number; weight: number; id: string }

/**
 * Ranks one after the other, most followed first. Each is a list of its own that ends at `most`: a letter that
 * everybody has in their name is found without reading everybody. `of`: alias of the followed; `rows`: who it is.
 */
function byRank(
  of: 'u' | 'p',
  { matches, after, most }: { matches: SQL[]; after: RankedKey | undefined; most: number },
  rows: (rank: SQL) => SQL,
) {
  const [id, followers] = [sql.raw(`${of}.id`), sql.raw(`${of}.follower_count`)]
  const lists = matches.flatMap((match, rank) => {
    if (after && rank < after.rank) return []
    const below =
      after?.rank === rank ? sql`and (${followers}, ${id}) < (${after.weight}::int, ${after.id}::uuid)` : sql``
    return sql`(${rows(sql`${sql.raw(String(rank))} as rank, ${followers} as weight`)} and ${match} ${below}
      order by ${followers} desc, ${id} desc limit ${most}::int)`
  })
  return sql`select * from (${sql.join(lists, sql` union all `)}) hits
    order by rank, weight desc, id desc limit ${most}::int`
}

const follows = (viewer: UserId | null, rows: SQL) => (viewer ? sql`exists (select 1 from ${rows})` : sql`false`)

type HitQuery<Key> = { viewer: UserId | null; term: Term; after: Key | undefined; most: number; now: Date }

export type UserHitRow = RankedKey & {
  id: UserId
  username: string
  fullname: string
  imageName: string | null
  followedByMe: boolean
  requestedByMe: boolean
}

/** By full name or username, a private account by its username alone for who does not follow it; never by e-mail. */
export function selectUserHits(db: Db, { viewer, term, after, most }: HitQuery<RankedKey>) {
  const matches = ranksOf([sql`plain(u.fullname)`, sql`u.username`], term)
  const followed = follows(viewer, sql`follows f where f.follower_id = ${viewer} and f.followee_id = u.id`)
  const requested = follows(
    viewer,
    sql`follow_requests f where f.follower_id = ${viewer} and f.followee_id = u.id and f.withdrawn_at is null`,
  )
  return db.rows<UserHitRow>(
    byRank(
      'u',
      { matches, after, most },
      (rank) => sql`
      select u.id, u.username, u.fullname, u.image_name as "imageName", ${rank},
        ${followed} as "followedByMe", ${requested} as "requestedByMe"
      from users u where ${userVisible(viewer, 'u')}
        and (${userOpen(viewer, 'u')} or strpos(u.username, ${term.plain}) > 0)`,
    ),
    'fresh',
  )
}

export type PetHitRow = RankedKey & {
  id: PetId
  slug: string
  name: string
  breed: string
  species: Species
  backdrop: Backdrop
  portraitName: string | null
  followedByMe: boolean
}

export function selectPetHits(db: Db, { viewer, term, after, most }: HitQuery<RankedKey>) {
  const matches = ranksOf([sql`plain(p.name)`], term)
  const followed = follows(viewer, sql`pet_follows f where f.user_id = ${viewer} and f.pet_id = p.id`)
  return db.rows<PetHitRow>(
    byRank(
      'p',
      { matches, after, most },
      (rank) => sql`
      select p.id, p.slug, p.name, p.breed, p.species, p.backdrop, ph.name as "portraitName", ${rank},
        ${followed} as "followedByMe"
      from pets p left join photos ph on ph.id = p.portrait_id
      where ${petVisible(viewer, 'p')} and ${petListed(viewer, 'p')}`,
    ),
    'fresh',
  )
}

export type PostHitRow = { id: PostId; caption: string; place: string; username: string; photo: PhotoRow | null }

/** By caption or place, newest first; `before` bounds the ids. */
export const selectPostHits = (db: Db, { viewer, term, after: before, most, now }: HitQuery<string>) =>
  db.rows<PostHitRow>(
    sql`
    select p.id, p.caption, p.place, a.username,
      (select json_build_object('id', ph.id, 'name', ph.name, 'state', ph.state, 'width', ph.width,
          'height', ph.height, 'placeholder', encode(ph.placeholder, 'base64'), 'widths', ph.widths,
          'avifWidths', ph.avif_widths, 'isPublic', ph.is_public, 'epoch', ${addressEpoch('ph')})
        from post_photos pp join photos ph on ph.id = pp.photo_id
        where pp.post_id = p.id order by pp.position limit 1) as photo
    from posts p join users a on a.id = p.author_id
    where ${some([sql`plain(p.caption)`, sql`plain(p.place)`], (text) => holds(text, term))}
      and ${postVisible(viewer, 'p', 'a')}
      and ${postWanted(viewer, 'p', now)} ${before ? sql`and p.id < ${before}` : sql``}
    order by p.id desc limit ${most}::int`,
    'fresh',
  )

export type CountedHitRow = RankedKey & { name: string }

/** Groups of posts, the largest first. `rows`: a group each, with an id of its own; `key` is what was looked in. */
const counted = (rows: SQL, { term, after, most }: Pick<HitQuery<RankedKey>, 'term' | 'after' | 'most'>) => sql`
  select * from (
    select id, name, weight,
      case when key = ${term.plain} then 0 when starts_with(key, ${term.plain}) then 1 else 2 end as rank
    from (${rows}) found) hits
  ${after ? sql`where (rank, -weight, id) > (${after.rank}::int, ${-after.weight}::int, ${after.id}::uuid)` : sql``}
  order by rank, weight desc, id limit ${most}::int`

/** Tags with the number of posts the viewer may see; one that is only in others is not there. */
export const selectTagHits = (db: Db, { viewer, ...asked }: HitQuery<RankedKey>) =>
  db.rows<CountedHitRow>(
    counted(
      sql`
      select md5(t.tag)::uuid as id, t.tag as name, plain(t.tag) as key, count(*)::int as weight
      from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id
      where ${countedHolds(sql`plain(t.tag)`, asked.term)} and ${postVisible(viewer, 'p', 'a')}
        and ${postListed(viewer, 'p')}
      group by t.tag`,
      asked,
    ),
    'fresh',
  )

/** Places, in the spelling of the newest post; spellings that differ in case or accents are one place. */
export const selectPlaceHits = (db: Db, { viewer, ...asked }: HitQuery<RankedKey>) =>
  db.rows<CountedHitRow>(
    counted(
      sql`
      select md5(key)::uuid as id, key, (array_agg(place order by newest desc))[1] as name, sum(posts)::int as weight
      from (
        select p.place, plain(p.place) as key, count(*) as posts, max(p.id::text) as newest
        from posts p join users a on a.id = p.author_id
        where ${countedHolds(sql`plain(p.place)`, asked.term)} and ${postVisible(viewer, 'p', 'a')}
          and ${postListed(viewer, 'p')}
        group by p.place) spelled
      group by key`,
      asked,
    ),
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
  return db.rows<Scanned<PostId>>(scanVisiblePosts(viewer, { rows, order: 'id' }, most, rule))
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
