/**
 * `node bench/two-primaries.ts`: a trial of what lies past one primary (docs/scaling.md). Posts lie by their author on
 * two servers, and the same rows on the first server alone. The two questions of a feed are asked in one run, in turn,
 * of one server, of both as partitions of one table over postgres_fdw, and of both by the asker, who merges what they
 * say.
 */
import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import type pg from 'pg'
import { median } from './load.ts'

const AUTHORS = 20_000
const POSTS = 1_000_000
const ROUNDS = 200

// As wide as a row of posts is, with the two indexes that a feed reads by.
const columns = 'id uuid not null, author_id uuid not null, posted_at timestamptz not null, caption text not null'
const newestColumns = 'author_id uuid not null, post_id uuid not null, posted_at timestamptz not null'

const idOf = (kind: number, n: string) =>
  `(lpad(to_hex(${kind}), 8, '0') || '-0000-7000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

const rows = `select ${idOf(2, 'n')}, ${idOf(1, `(n::bigint * 7919) % ${AUTHORS}`)},
  timestamptz '2025-01-01' + n * interval '30 seconds', repeat('A dog in the grass. ', 8)
  from generate_series(1, ${POSTS}) n`

const newestOf = (posts: string, newest: string) => `insert into ${newest}
  select distinct on (author_id) author_id, id, posted_at from ${posts} order by author_id, posted_at desc`

const indexes = (posts: string, newest: string) => [
  `create index on ${posts} (author_id, posted_at desc, id)`,
  `create unique index on ${newest} (author_id) include (posted_at, post_id)`,
  `vacuum analyze ${posts}, ${newest}`,
]

/** The server of the second half: what lies there, a table like any other. */
const secondServer = [`create table posts_1 (${columns})`, `create table newest_1 (${newestColumns})`]

/** The first server: its own half, the other one from afar, and everything once more in tables of its own. */
const firstServer = (host: string, port: number, user: string) => [
  'create extension postgres_fdw',
  `create server second foreign data wrapper postgres_fdw options (host '${host}', port '${port}', dbname 'postgres',
    async_capable 'true', fetch_size '1000', use_remote_estimate 'false')`,
  `create user mapping for current_user server second options (user '${user}', password_required 'false')`,
  `create table posts (${columns}) partition by hash (author_id)`,
  'create table posts_0 partition of posts for values with (modulus 2, remainder 0)',
  `create foreign table posts_1 partition of posts for values with (modulus 2, remainder 1) server second`,
  `create table newest (${newestColumns}) partition by hash (author_id)`,
  'create table newest_0 partition of newest for values with (modulus 2, remainder 0)',
  `create foreign table newest_1 partition of newest for values with (modulus 2, remainder 1) server second`,
  `create table whole_posts (${columns})`,
  `create table whole_newest (${newestColumns})`,
  `insert into posts ${rows}`,
  `insert into whole_posts ${rows}`,
  newestOf('whole_posts', 'whole_newest'),
  'insert into newest select * from whole_newest',
]

const run = async (client: pg.Client, statements: string[]) => {
  for (const statement of statements) await client.query(statement)
}

type Found = { id: string; at: string }

const newestOf20 = (table: string, authors: string[]) => ({
  name: `newest of ${table}`,
  text: `select author_id as id, posted_at::text as at from ${table} where author_id = any($1::uuid[])
    order by posted_at desc limit 20`,
  values: [authors],
})
const postsOf20 = (table: string, authors: string[]) => ({
  name: `posts of ${table}`,
  text: `select id, posted_at::text as at from ${table} where author_id = any($1::uuid[])
    order by posted_at desc, id desc limit 20`,
  values: [authors],
})

type Ask = (which: typeof newestOf20, table: 'newest' | 'posts', values: string[]) => Promise<Found[]>

/** The ids of a first page for who follows `authors`: whose newest posts are newest, then the newest of those. */
async function page(ask: Ask, authors: string[]): Promise<string> {
  const newest = await ask(newestOf20, 'newest', authors)
  const posts = await ask(
    postsOf20,
    'posts',
    newest.map(({ id }) => id),
  )
  return posts.map(({ id }) => id).join()
}

const askOne =
  (client: pg.Client, prefix = ''): Ask =>
  async (which, table, values) =>
    (await client.query<Found>(which(`${prefix}${table}`, values))).rows

/** Twenty of each server, and the newest twenty of those. */
const askBoth =
  (clients: pg.Client[]): Ask =>
  async (which, table, values) => {
    const found = await Promise.all(clients.map((client, at) => client.query<Found>(which(`${table}_${at}`, values))))
    const all = found.flatMap(({ rows }) => rows)
    return all.toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? 1 : -1)).slice(0, 20)
  }

/** Medians in ms of all ways, asked in turn; they must say the same. */
async function compare(ways: Ask[], all: string[], following: number) {
  const took: number[][] = ways.map(() => [])
  for (let round = 0; round < ROUNDS; round++) {
    const authors = Array.from({ length: following }, (_, at) => all[(round * 31 + at) % AUTHORS] ?? '')
    const said = new Set<string>()
    for (let turn = 0; turn < ways.length; turn++) {
      const which = (round + turn) % ways.length
      const from = performance.now()
      const way = ways[which]
      if (way) said.add(await page(way, authors))
      took[which]?.push(performance.now() - from)
    }
    if (said.size !== 1) throw new Error(`Not all ways tell the same page (${following} followed).`)
  }
  const ms = took.map(median)
  const cells = ms.map((one) => `${one.toFixed(2)} (${(one / (ms[0] ?? one)).toFixed(2)} ×)`)
  console.log(`| ${[following, ...cells].join(' | ')} |`)
}

const [first, second] = await Promise.all([TestCluster.start(), TestCluster.start()])
try {
  const there = second.connection('superuser')
  await withClient(there, (client) => run(client, secondServer))
  await withClient(first.connection('superuser'), async (client) => {
    await run(client, firstServer(there.host, there.port, there.user))
    await withClient(there, (other) => run(other, indexes('posts_1', 'newest_1')))
    await run(client, [
      ...indexes('posts_0', 'newest_0'),
      ...indexes('whole_posts', 'whole_newest'),
      'analyze posts',
      'analyze newest',
    ])
    const { rows: authors } = await client.query<{ id: string }>(
      `select ${idOf(1, 'n')} as id from generate_series(0, ${AUTHORS - 1}) n order by random()`,
    )
    const all = authors.map(({ id }) => id)
    console.log('| follows | one server, ms | postgres_fdw | asked beside each other |\n| --- | --- | --- | --- |')
    await withClient(there, async (other) => {
      const ways = [askOne(client, 'whole_'), askOne(client), askBoth([client, other])]
      for (const following of [50, 500, 5_000]) await compare(ways, all, following)
    })
  })
} finally {
  await Promise.all([first.stop(), second.stop()])
}
