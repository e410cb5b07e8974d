import type { UserId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import {
  isAccountReadable,
  isPetVisible,
  isPostListed,
  isPostUnhidden,
  isPostVisible,
  isUserVisible,
  passesAnimalFilters,
} from '#features/blocks/visibility.sql.ts'
import type { Db } from '#platform/database/db.ts'
import { countPlanRows, seededDatabaseForFile } from '#testing/database/query-plans.ts'
import { parseTestSearchTerm } from '#testing/fixtures.ts'
import { selectPostHits } from './post-queries.ts'
import type { HitQuery, RankedKey } from './ranked-queries.ts'
import { selectPlaceHits, selectTagHits } from './tag-and-place-queries.ts'
import { selectPetHits, selectUserHits } from './user-and-pet-queries.ts'

const USERS = 8_000
const now = new Date('2026-11-01')

function toUserId(n: number) {
  const ms = (1_700_000_000_000 + n * 10_000_000).toString(16).padStart(12, '0')
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${n.toString(16).padStart(12, '0')}` as UserId
}
const viewers = [null, toUserId(2), toUserId(3)]

/**
 * Seeds users with sign-ups over two and a half years; half of them have no follower. Names use few letters, so that a
 * term has many matches. 5 % are named Zawadi and have at most two followers; 5 % have the single name Amina.
 */
async function seed(db: Db) {
  await db.rows(sql`select setseed(0.5)`)
  const id = sql`(lpad(to_hex(1700000000000 + n::bigint * 10000000), 12, '0') || '70008000'
    || lpad(to_hex(n), 12, '0'))::uuid`
  await db.rows(sql`
    insert into users (id, username, fullname, email, state, time_zone, is_private, follower_count, created_at)
    select ${id}, translate(substr(md5('u' || n), 1, 6), '0123456789', 'abcabcabca') || '_' || n,
      case when n % 20 = 10 then 'Zawadi ' || n when n % 20 = 0 then 'Amina'
        else translate(left(md5('f' || n), 4 + n % 9), '0123456789bcdef', 'abc dabc da b c') end,
      n || '@example.test', case when n % 50 = 7 then 'pending' else 'active' end, 'UTC', n % 5 = 0,
      case when n % 20 = 10 then n % 3 else floor(power(random(), -1 / 1.1))::int - 1 end, now()
    from generate_series(1, ${USERS}::int) n`)
  await db.rows(sql`
    with added as (insert into pets (id, slug, name, species, backdrop, follower_count, created_at)
      select id, username, fullname, case when follower_count % 4 = 3 then 'cat' else 'dog' end, 'moss',
        follower_count, now() from users returning id)
    insert into pet_people (pet_id, user_id, role, created_at) select id, id, 'owner', now() from added`)
  await db.rows(sql`
    insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
    select id, id, username || ' ' || fullname, case when follower_count = 1 then fullname else '' end,
      case when follower_count = 2 then 'followers' else 'everyone' end, follower_count <> 5, now() from users`)
  // A few tags have hundreds of posts; most have two or three.
  await db.rows(sql`
    insert into post_tags (tag, post_id)
    select distinct translate(substr(md5('t' || floor(power(random(), 4) * 3000)), 1, 5), '0123456789', 'abcdabcdab'),
      id
    from users, generate_series(1, 2)`)
  await db.rows(sql`
    insert into follows (follower_id, followee_id, created_at)
    select v.id, u.id, now() from users u, (values (${toUserId(1)}::uuid), (${toUserId(2)}::uuid)) v (id)
    where random() < 0.1 and v.id <> u.id`)
  await db.rows(sql`
    insert into blocks (blocker_id, blocked_id, created_at)
    select case when follower_count % 2 = 0 then u.id else ${toUserId(2)} end,
      case when follower_count % 2 = 0 then ${toUserId(2)} else u.id end, now()
    from users u where random() < 0.1 and id <> ${toUserId(2)}`)
  await db.rows(sql`
    insert into species_filters (id, user_id, species, created_at)
    values (${toUserId(9)}, ${toUserId(3)}, 'cat', now())`)
}

const database = seededDatabaseForFile(seed)

const rankSql = (texts: string[], q: string) => {
  const anyText = (test: (text: string) => ReturnType<typeof sql>) => sql.join(texts.map(test), sql` or `)
  return sql`case when ${anyText((text) => sql`${sql.raw(text)} = ${q}`)} then 0
    when ${anyText((text) => sql`starts_with(${sql.raw(text)}, ${q})`)} then 1
    when ${anyText((text) => sql`strpos(${sql.raw(text)}, ${q}) > 0`)} then 2 end`
}

/** For each type of hit, a full scan that returns the expected ids. */
const references = {
  user: (viewer: UserId | null, q: string) => sql`
    select id from (select u.id, u.follower_count, ${rankSql(['u.plain_name', 'u.username'], q)} as rank from users u
      where ${isUserVisible(viewer, 'u')} and (${isAccountReadable(viewer, 'u')} or strpos(u.username, ${q}) > 0)) h
    where rank is not null order by rank, follower_count desc, id desc limit 60`,
  pet: (viewer: UserId | null, q: string) => sql`
    select id from (select p.id, p.follower_count, ${rankSql(['p.plain_name'], q)} as rank from pets p
      where ${isPetVisible(viewer, 'p')} and ${passesAnimalFilters(viewer, 'p')}) h
    where rank is not null order by rank, follower_count desc, id desc limit 60`,
  tag: (viewer: UserId | null, q: string) => sql`
    select id from (select c.id, c.posts, ${rankSql(['c.plain_tag'], q)} as rank from tag_counts c
      where exists (select 1 from post_tags t join posts p on p.id = t.post_id join users a on a.id = p.author_id
        where t.tag = c.tag and ${isPostVisible(viewer, 'p', 'a')} and ${isPostListed(viewer, 'p')})) h
    where rank is not null order by rank, posts desc, id desc limit 60`,
  place: (viewer: UserId | null, q: string) => sql`
    select id from (select c.id, c.posts, ${rankSql(['c.place'], q)} as rank from place_counts c
      where exists (select 1 from posts p join users a on a.id = p.author_id
        where p.plain_place = c.place and ${isPostVisible(viewer, 'p', 'a')} and ${isPostListed(viewer, 'p')})) h
    where rank is not null order by rank, posts desc, id desc limit 60`,
  post: (viewer: UserId | null, q: string) => sql`
    select p.id from posts p join users a on a.id = p.author_id
    where (strpos(p.plain_caption, ${q}) > 0 or strpos(p.plain_place, ${q}) > 0)
      and ${isPostVisible(viewer, 'p', 'a')} and ${isPostUnhidden(viewer, 'p', now)} order by p.id desc limit 60`,
}

type SearchQuery = Omit<HitQuery<never>, 'after'>
const withRankedCursor =
  (select: (db: Db, query: HitQuery<RankedKey>) => Promise<RankedKey[]>) =>
  async (db: Db, query: SearchQuery, after: RankedKey | undefined) =>
    select(db, { ...query, after })
const finders = {
  user: withRankedCursor(selectUserHits),
  pet: withRankedCursor(selectPetHits),
  tag: withRankedCursor(selectTagHits),
  place: withRankedCursor(selectPlaceHits),
  post: (db: Db, query: SearchQuery, after: RankedKey | undefined) =>
    selectPostHits(db, { ...query, after: after?.id }),
}
type Kind = keyof typeof finders
const kinds: Kind[] = ['user', 'pet', 'post', 'tag', 'place']
const tables = { user: 'users', pet: 'pets', post: 'posts', tag: 'tag_counts', place: 'place_counts' }

/** Returns the ids of the first sixty hits, read in pages. */
async function readHits(db: Db, kind: Kind, viewer: UserId | null, q: string): Promise<string[]> {
  const limit = 21
  const hits: RankedKey[] = []
  for (let page = limit; page === limit && hits.length < 60; ) {
    const rows = (await finders[kind](
      db,
      { viewer, term: parseTestSearchTerm(q), limit, now },
      hits.at(-1),
    )) as RankedKey[]
    hits.push(...rows)
    page = rows.length
  }
  return hits.slice(0, 60).map(({ id }) => id)
}

const commonTerms = [
  'a',
  'ab',
  'abc',
  'amina',
  'zawadi',
  'wadi',
  'wadi 1',
  'b c',
  'z',
  'q',
  '7',
  '_19',
  'min',
  'aminaa',
]
// Pseudo-random terms, the same in each run.
const randomTerms = Array.from({ length: 8 }, (_, n) =>
  Array.from({ length: 1 + (n % 6) }, (_, at) => 'abcd _1'[(n * 31 + at * at * 17 + 5 * at) % 7]).join(''),
).filter((q) => q.trim() === q)

describe('search in data of 8,000 users', () => {
  it.each(kinds)(
    'returns the same %s hits in the same order as a full scan',
    async (kind) => {
      const hits = await database.transaction(async (db) => {
        let count = 0
        await db.rows(sql`set local plan_cache_mode = force_generic_plan`)
        for (const viewer of viewers)
          for (const q of [...new Set([...commonTerms, ...randomTerms])]) {
            const rows = await db.rows<{ id: string }>(references[kind](viewer, q))
            expect([q, viewer, await readHits(db, kind, viewer, q)]).toEqual([q, viewer, rows.map(({ id }) => id)])
            count += rows.length
          }
        return count
      })
      expect(hits).toBeGreaterThan(500)
    },
    120_000,
  )
})

// Limits of the rows that a query reads and sorts, for a table of 8,000 rows. A full scan exceeds them.
const MAX_ROWS_READ = 2_000
const MAX_ROWS_SORTED = 300

describe('search query', () => {
  it.each(kinds)(
    'reads and sorts a limited number of rows to find %s hits for any term',
    async (kind) => {
      for (const q of commonTerms) {
        const query = { viewer: toUserId(1), term: parseTestSearchTerm(q), limit: 21, now }
        const work = await countPlanRows(database, tables[kind], (db) => finders[kind](db, query, undefined))
        expect([q, work.isScanned]).toEqual([q, false])
        expect([q, work.read < MAX_ROWS_READ, work.sorted < MAX_ROWS_SORTED]).toEqual([q, true, true])
      }
    },
    60_000,
  )
})
