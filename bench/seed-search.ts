import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { getNameList, nameKinds } from './search-names.ts'

/** Size of the community for searches. It has only the rows that a search reads, with plausible follower counts. */
export const searchCommunity = { name: 'search', users: 1_000_000, pets: 300_000, posts: 300_000 } as const

/** Number of users with a session. Searches have a rate limit per minute, so the benchmark uses many callers. */
export const SEARCHER_COUNT = 4_000

const VERSION = 1

const array = (texts: readonly string[]) => `array[${texts.map((text) => `'${text.replaceAll("'", "''")}'`).join(',')}]`

// SQL expression for a random name from a list. The frequencies roughly follow Zipf's law.
const zipf = (list: string, skew = 2.2) =>
  `(${list})[1 + floor(array_length(${list}, 1) * power(random(), ${skew}))::int]`

// SQL functions for the ids of users and posts. Their creation times are spread evenly over two years.
const functions = `
  create or replace function bench_id(ms bigint, n bigint) returns uuid language sql immutable as $$
    select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8000'
      || lpad(to_hex(n), 12, '0'))::uuid $$;
  create or replace function bench_user(n bigint) returns uuid language sql immutable as $$
    select bench_id(1735689600000 + n * 63072, n) $$;
  create or replace function bench_post(n bigint) returns uuid language sql immutable as $$
    select bench_id(1735689600000 + n * 210240, n) $$`

const syllables = array(
  'ba be bi bo bu da do du fa ga go ha ja ka ke ki ko ku la le li lo lu ma me mi mo mu na ne ni no nu'
    .concat(' nja nje njo pa pe ra re ri ro ru sa se si so sha shi ta te ti to tu wa we ya yo za zi')
    .split(' '),
)
// SQL expression for an invented word. `row`: a column that makes the word differ per row.
const inventedWord = (count: string, row = 'n') => `(
  select initcap(string_agg((${syllables})[1 + floor(random() * 58)::int], ''))
  from generate_series(1, ${count} + 0 * ${row}))`

// Half of the users have no followers, and one in a thousand has over 500.
const FOLLOWERS = 'least(floor(power(random(), -1 / 1.1)) - 1, 400000)::int'

/**
 * SQL expression for a full name in one of `nameKinds`. One in five users has an invented family name, except in the
 * kind `cjk`.
 */
const nameCase = () =>
  `case ${nameKinds
    .map(({ to, name, join, turned }) => {
      const { first, last } = getNameList(name)
      const family =
        join === ''
          ? zipf(array(last))
          : `case when random() < 0.2 then ${inventedWord('3')}
        else ${zipf(array(last))} end`
      const parts = turned ? [family, zipf(array(first))] : [zipf(array(first)), family]
      return `when n % 100 < ${to} then ${parts.join(` || '${join}' || `)}`
    })
    .join(' ')} end`

const statements = ({ users, pets, posts }: typeof searchCommunity) => [
  'select setseed(0.42)',
  functions,
  // 1 % of the users are named Zawadi and have at most two followers. A search for this name finds too many users to
  // sort, and none of them ranks high.
  `insert into users (id, username, fullname, email, state, time_zone, is_private, follower_count, created_at)
    select bench_user(n), lower(${inventedWord('2 + n % 2')}) || '_' || to_hex(n),
      case when n % 100 = 50 then 'Zawadi ' || ${inventedWord('3')} else ${nameCase()} end, n || '@bench.example',
      'active', 'Africa/Nairobi', n % 10 = 3,
      case when n % 100 = 50 then n % 3 else ${FOLLOWERS} end, now()
    from generate_series(1, ${users}) n`,
  `insert into pets (id, slug, name, species, breed, backdrop, follower_count, created_at)
    select bench_id(2, n), 'pet-' || n,
      case when random() < 0.3 then ${inventedWord('2')} else ${zipf(array(getNameList('pets').first))} end,
      (array['dog', 'cat', 'rabbit', 'bird'])[1 + n % 4], 'Mixed', 'fog', ${FOLLOWERS}, now()
    from generate_series(1, ${pets}) n`,
  `insert into pet_people (pet_id, user_id, role, created_at)
    select bench_id(2, n), bench_user(1 + n * 3), 'owner', now()
    from generate_series(1, ${pets}) n`,
  `create temp table draft_posts as select n, 1 + floor(power(random(), 2) * ${users - 1})::int author,
      (select array_agg(distinct case when random() < 0.1 then lower(${inventedWord('2', 'g')}) else
        ${zipf(array(getNameList('tags').first), 3)} end) from generate_series(1, 1 + (n % 4)::int) g) tags
    from generate_series(1, ${posts}) n`,
  `insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
    select bench_post(n), bench_user(author),
      (select string_agg(${zipf(array(getNameList('words').first), 1.6)}, ' ')
        from generate_series(1, 6 + (n % 9)::int))
        || (select string_agg(' #' || tag, '') from unnest(tags) tag),
      case when n % 3 = 0 then '' when random() < 0.1 then ${inventedWord('3')} else
        ${zipf(array(getNameList('places').first), 2.5)} end,
      case when n % 20 = 0 then 'followers' else 'everyone' end, true, now() from draft_posts`,
  `insert into post_tags (tag, post_id) select distinct tag, bench_post(n) from draft_posts, unnest(tags) tag`,
  `insert into post_pets (pet_id, post_id)
    select bench_id(2, 1 + n % ${pets}), bench_post(n) from draft_posts where n % 2 = 0`,
  `insert into follows (follower_id, followee_id, created_at)
    select distinct on (a, b) bench_user(a), bench_user(b), now() from (
      select 1 + n % ${SEARCHER_COUNT} a, 1 + floor(power(random(), 3) * ${users - 1})::int b
      from generate_series(1, ${SEARCHER_COUNT * 100}) n) g where a <> b`,
  `insert into blocks (blocker_id, blocked_id, created_at)
    select distinct on (a, b) bench_user(a), bench_user(b), now() from (
      select 1 + n % ${SEARCHER_COUNT} a, 1 + floor(random() * ${users - 1})::int b
      from generate_series(1, ${SEARCHER_COUNT * 5}) n) g where a <> b`,
  `insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
    select bench_user(n), sha256(convert_to('bench-searcher' || n, 'UTF8')), bench_user(n), now(), now(), 'Bench', ''
    from generate_series(1, ${SEARCHER_COUNT}) n`,
]

// Building an index at the end is faster than filling it row by row.
const OWN_INDEXES = `
  select i.indexname as name, i.indexdef as definition from pg_indexes i join pg_class c on c.relname = i.indexname
    join pg_index x on x.indexrelid = c.oid
  where i.tablename in ('users', 'pets', 'posts', 'post_tags') and not x.indisunique`

/** Seeds a migrated database once. Later runs reuse it. */
export async function seedSearch(owner: SocketConnection, print: (line: string) => void): Promise<void> {
  await withClient(owner, async (client) => {
    const mark = `bench search ${VERSION}`
    const done = await client.query('select 1 from pg_description where description = $1', [mark])
    if (done.rows.length > 0) return
    print(`Seeding the search shape once: ${searchCommunity.users} users, ${searchCommunity.posts} posts…`)
    const timed = async (statement: string) => {
      const from = performance.now()
      await client.query(statement)
      print(`  ${((performance.now() - from) / 1_000).toFixed(1)} s: ${statement.trim().slice(0, 60).split('\n')[0]}`)
    }
    // Seeds in one transaction, so that an interrupted seeding starts from the beginning.
    await client.query(`begin; set local maintenance_work_mem = '1GB'`)
    const { rows } = await client.query<{ name: string; definition: string }>(OWN_INDEXES)
    for (const { name } of rows) await client.query(`drop index ${name}`)
    for (const statement of statements(searchCommunity)) await timed(statement)
    for (const { definition } of rows) await timed(definition)
    await client.query(`comment on schema public is '${mark}'`)
    await client.query('commit')
    await timed('vacuum analyze')
  })
}
