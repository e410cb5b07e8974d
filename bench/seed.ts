import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { discussionStatements } from './seed-discussion.ts'

/** Size of a benchmark community. */
export type CommunitySize = {
  name: string
  users: number
  follows: number
  posts: number
  likes: number
  comments: number
}

export const smallCommunity: CommunitySize = {
  name: 'small',
  users: 200,
  follows: 6_000,
  posts: 1_000,
  likes: 10_000,
  comments: 3_000,
}
export const largeCommunity: CommunitySize = {
  name: 'large',
  users: 20_000,
  follows: 400_000,
  posts: 300_000,
  likes: 2_000_000,
  comments: 300_000,
}

/** Readers of `largeCommunity`. `users`, `pets`: number of follows. `silent`: followed users have only old posts. */
export const benchReaders = [
  { name: 'reader_50', users: 45, pets: 5, silent: false },
  { name: 'reader_500', users: 450, pets: 50, silent: false },
  { name: 'reader_2000', users: 1_800, pets: 200, silent: false },
  { name: 'reader_silent', users: 500, pets: 0, silent: true },
] as const

/** Number of ordinary users with a session: `user1`, `user2` … */
export const ORDINARY_READER_COUNT = 199

/** Session cookie of a reader. The database contains only its hash. */
export const sessionToken = (reader: string) => `bench-${reader}`

const VERSION = 5 // Version of the seeded data. If you change it, delete data-bench/ by hand.

/** SQL function that makes a UUIDv7 from a time in ms and a number, in the app's format. */
const idFunction = `create or replace function bench_id(ms bigint, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8000'
    || lpad(to_hex(n), 12, '0'))::uuid $$`

const BEGIN_MS = 1_735_689_600_000 // The oldest post is from 1 January 2025.
const STEP_MS = 150_000

/**
 * SQL statements that fill a migrated database. A tenth of the users wrote the oldest 5 % of posts, and no newer posts.
 */
function statements({ users, follows, posts, likes, comments }: CommunitySize): string[] {
  const user = (n: string) => `bench_id(1, ${n})`
  const post = (n: string) => `bench_id(${BEGIN_MS} + (${n})::bigint * ${STEP_MS}, ${n})`
  const active = Math.floor(users * 0.9)
  return [
    'select setseed(0.42)',
    idFunction,
    `insert into users (id, username, fullname, email, state, time_zone, created_at)
      select ${user('n')}, 'user' || n, 'Person Number ' || n, 'user' || n || '@bench.example', 'active',
        'Africa/Nairobi', now()
      from generate_series(1, ${users}) n`,
    `insert into pets (id, slug, name, species, backdrop, created_at)
      select bench_id(2, n), 'pet-' || n, 'Pet ' || n, 'dog', 'fog', now() from generate_series(1, ${users}) n`,
    `insert into pet_people (pet_id, user_id, role, created_at) select bench_id(2, n), ${user('n')}, 'owner', now()
      from generate_series(1, ${users}) n`,
    `insert into follows (follower_id, followee_id, created_at)
      select distinct on (a, b) ${user('a')}, ${user('b')}, now() from (
        select 1 + floor(random() * ${users})::int a, 1 + floor(random() * random() * ${users})::int b
        from generate_series(1, ${follows})) g where a <> b`,
    `create temp table authors as select n,
        case when n < ${posts} / 20 then ${active} + 1 + floor(random() * ${users - active})::int
             else 1 + floor(random() * ${active})::int end as author from generate_series(1, ${posts}) n`,
    `insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
      select ${post('n')}, ${user('author')}, 'Post number ' || n || ' of the bench, with a #tag', 'Karura Forest',
        case when n % 20 = 0 then 'followers' else 'everyone' end, true,
        to_timestamp((${BEGIN_MS} + n::bigint * ${STEP_MS}) / 1000.0) from authors`,
    `insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder, widths,
        avif_widths, is_public, size_bytes, hash, created_at, attached_at)
      select bench_id(3, n), ${user('author')}, md5('a' || n), md5('b' || n), 'jpg', 'ready', 3024, 4032,
        decode('3OcRJYB4d3h/iIeHeEh3eIhw+j2w', 'base64'), '{320,640,1080,2048}', '{320,640,1080}', n % 20 <> 0, 3000000,
        sha256(n::text::bytea), now(), now() from authors`,
    `insert into post_photos (post_id, position, photo_id, alt)
      select ${post('n')}, 0, bench_id(3, n), 'A dog' from authors`,
    `insert into post_pets (pet_id, post_id) select bench_id(2, author), ${post('n')} from authors where n % 3 = 0`,
    `insert into likes (post_id, user_id, created_at)
      select distinct on (p, u) ${post('p')}, ${user('u')}, now() from (
        select 1 + floor(random() * ${posts})::int p, 1 + floor(random() * ${users})::int u
        from generate_series(1, ${likes})) g`,
    `insert into comments (id, post_id, author_id, text, created_at)
      select bench_id(${BEGIN_MS}, n), ${post('p')}, ${user('u')}, 'A comment of the bench', now() from (
        select n, 1 + floor(random() * ${posts})::int p, 1 + floor(random() * ${users})::int u
        from generate_series(1, ${comments}) n) g`,
  ]
}

const counted = (table: string, column: string, rows: string, by: string) =>
  `update ${table} set ${column} = c.n
    from (select ${by}, count(*)::int n from ${rows} group by 1) c where id = c.${by}`

const counters = [
  counted('posts', 'like_count', 'likes', 'post_id'),
  counted('posts', 'comment_count', 'comments', 'post_id'),
  counted('users', 'post_count', 'posts', 'author_id'),
  counted('users', 'following_count', 'follows', 'follower_id'),
  counted('users', 'follower_count', 'follows', 'followee_id'),
]

/** SQL statements that insert readers with sessions. `smallCommunity` has only the reader `average`. */
function readerStatements(shape: CommunitySize): string[] {
  const active = Math.floor(shape.users * 0.9)
  const own = shape === largeCommunity ? benchReaders : []
  const session = (id: string, name: string) =>
    `insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
      values (${id}, sha256('${sessionToken(name)}'::bytea), ${id}, now(), now(), 'Bench', '')`
  return [
    session('bench_id(1, 7)', 'average'),
    `insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
      select bench_id(6, n), sha256(convert_to('${sessionToken('user')}' || n, 'UTF8')), bench_id(1, n), now(), now(),
        'Bench', '' from generate_series(1, ${ORDINARY_READER_COUNT}) n`,
    ...own.flatMap(({ name, users, pets, silent }, at) => {
      const id = `bench_id(4, ${at})`
      const from = silent ? active : 0
      const step = silent ? 1 : Math.floor(active / users)
      return [
        `insert into users (id, username, fullname, email, state, time_zone, created_at)
          values (${id}, '${name}', '${name}', '${name}@bench.example', 'active', 'Africa/Nairobi', now())`,
        `insert into follows (follower_id, followee_id, created_at)
          select ${id}, bench_id(1, ${from} + n * ${step}), now() from generate_series(1, ${users}) n`,
        `insert into pet_follows (user_id, pet_id, created_at)
          select ${id}, bench_id(2, n * 7), now() from generate_series(1, ${pets}) n`,
        session(id, name),
      ]
    }),
  ]
}

/** Seeds a migrated database once. Later runs reuse it. */
export async function seedCommunity(
  owner: SocketConnection,
  shape: CommunitySize,
  print: (line: string) => void,
): Promise<void> {
  await withClient(owner, async (client) => {
    const done = await client.query('select 1 from pg_description where description = $1', [`bench ${VERSION}`])
    if (done.rows.length > 0) return
    print(`Seeding the ${shape.name} shape once: ${shape.users} users, ${shape.posts} posts, ${shape.likes} likes…`)
    // Seeds in one transaction, so that an interrupted seeding starts from the beginning.
    await client.query('begin')
    const discussion = shape === largeCommunity ? discussionStatements : []
    for (const statement of [...statements(shape), ...counters, ...readerStatements(shape), ...discussion])
      await client.query(statement)
    await client.query(`comment on schema public is 'bench ${VERSION}'`)
    await client.query('commit')
    await client.query('vacuum analyze')
  })
}
