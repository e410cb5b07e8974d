import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { sessionToken } from './seed.ts'
import { type SeedStage, seedStages } from './seed-stages.ts'

/** Post counts of the feed databases. Ten million posts take half an hour to seed, once, and 15 GB of disk. */
export const postCounts = (process.env.GROWTH_POSTS ?? '100000,1000000').split(',').map(Number)

/**
 * Readers, with the numbers of followed users and pets. A `silent` reader follows only authors without recent posts.
 * The posts of these authors are among the oldest 5 % of all posts.
 */
export const growthReaders = [
  { name: 'follows_50', users: 45, pets: 5, silent: false },
  { name: 'follows_500', users: 450, pets: 50, silent: false },
  { name: 'follows_2000', users: 1_800, pets: 200, silent: false },
  { name: 'follows_5000', users: 4_500, pets: 500, silent: false },
  { name: 'silent_500', users: 500, pets: 0, silent: true },
  { name: 'silent_5000', users: 5_000, pets: 0, silent: true },
] as const

const AUTHORS = 50_000
const ACTIVE_AUTHORS = 45_000
const FOLLOWS_OF_EACH = 20
const CHUNK = 500_000

const BEGIN_MS = 1_735_689_600_000 // The oldest post is from 1 January 2025.
const SPAN_MS = 50_000_000_000 // all posts together span 19 months, regardless of the number of posts

const functions = `create or replace function bench_id(ms bigint, n bigint) returns uuid language sql immutable as $$
  select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8000'
    || lpad(to_hex(n), 12, '0'))::uuid $$;
  create or replace function bench_random(n bigint, most int) returns int language sql immutable as $$
  select 1 + abs(hashint8(n)::bigint % most)::int $$`

/** Inserts the first `count` users. */
export const usersStage = (count: number): SeedStage => ({
  name: `${count} users`,
  statements: [
    functions,
    `insert into users (id, username, fullname, email, state, time_zone, created_at)
      select bench_id(1, n), 'user' || n, 'Person Number ' || n, 'user' || n || '@bench.example', 'active',
        'Africa/Nairobi', now() - interval '1 year' from generate_series(1, ${count}) n`,
  ],
})

/** Inserts a session per reader. `id`: SQL expression for the user's id. */
export const sessionsStage = (readers: readonly { name: string; id: string }[]): SeedStage => ({
  name: 'sessions',
  statements: readers.map(
    ({ name, id }) => `insert into sessions (id, hash, user_id, created_at, last_seen_at, label, network)
      values (gen_random_uuid(), sha256('${sessionToken(name)}'::bytea), ${id}, now(), now(), 'Bench', '')`,
  ),
})

/** Inserts rows of other tables, so that no table is small enough for a sequential scan. */
export const otherTablesStage = (users: number): SeedStage => ({
  name: 'blocks, mutes, requests',
  statements: [
    ['blocks', 'blocker_id', 'blocked_id'],
    ['mutes', 'user_id', 'muted_id'],
    ['follow_requests', 'follower_id', 'followee_id'],
    ['close_friends', 'user_id', 'friend_id'],
  ].map(
    ([table, one, other]) => `insert into ${table} (${one}, ${other}, created_at)
      select bench_id(1, ${users} - n), bench_id(1, ${users} - 5000 - n), now() - interval '1 day'
      from generate_series(0, 4000) n`,
  ),
})

/** Inserts the rows that triggers normally maintain, because seeding runs without triggers. */
export const newestPostsStage: SeedStage = {
  name: 'newest posts',
  statements: [
    `insert into author_newest_posts (author_id, post_id) select distinct on (author_id) author_id, id from posts
      order by author_id, id desc on conflict do nothing`,
    `insert into pet_newest_posts (pet_id, post_id) select distinct on (pet_id) pet_id, post_id from post_pets
      order by pet_id, post_id desc on conflict do nothing`,
  ],
}

const communityStage: SeedStage = {
  name: 'pets and follows',
  statements: [
    `insert into pets (id, slug, name, species, backdrop, created_at)
      select bench_id(2, n), 'pet-' || n, 'Pet ' || n, 'dog', 'fog', now() from generate_series(1, ${AUTHORS}) n`,
    `insert into pet_people (pet_id, user_id, role, created_at) select bench_id(2, n), bench_id(1, n), 'owner', now()
      from generate_series(1, ${AUTHORS}) n`,
    `insert into follows (follower_id, followee_id, created_at)
      select bench_id(1, n), bench_id(1, bench_random(n::bigint * 7919 + k, ${AUTHORS})), now() - k * interval '1 day'
      from generate_series(1, ${AUTHORS}) n, generate_series(1, ${FOLLOWS_OF_EACH}) k
      where n <> bench_random(n::bigint * 7919 + k, ${AUTHORS}) on conflict do nothing`,
    `insert into pet_follows (user_id, pet_id, created_at)
      select bench_id(1, n), bench_id(2, bench_random(n::bigint * 104729, ${AUTHORS})), now()
      from generate_series(1, ${AUTHORS}) n`,
  ],
}

const readerStage: SeedStage = {
  name: 'readers',
  statements: growthReaders.flatMap(({ name, users, pets, silent }, at) => {
    const id = `bench_id(4, ${at})`
    const step = Math.floor(ACTIVE_AUTHORS / users)
    return [
      `insert into users (id, username, fullname, email, state, time_zone, created_at)
        values (${id}, '${name}', '${name}', '${name}@bench.example', 'active', 'Africa/Nairobi', now())`,
      `insert into follows (follower_id, followee_id, created_at)
        select ${id}, bench_id(1, ${silent ? `${ACTIVE_AUTHORS} + n` : `n * ${step}`}), now()
        from generate_series(1, ${users}) n`,
      `insert into pet_follows (user_id, pet_id, created_at)
        select ${id}, bench_id(2, n * 7), now() from generate_series(1, ${pets}) n`,
    ]
  }),
}

/** SQL expression for the id of the `n`th post. `posts`: number of all posts, which are spread evenly over time. */
const postId = (posts: number, n = 'n') => `bench_id(${BEGIN_MS} + (${n})::bigint * ${SPAN_MS} / ${posts}, ${n})`

/** Inserts posts with a photo and a like. A third of them also have a pet and a comment. */
function postsStage(posts: number, from: number): SeedStage {
  const rows = `generate_series(${from + 1}, ${Math.min(posts, from + CHUNK)}) n`
  const author = `case when n <= ${posts / 20} then ${ACTIVE_AUTHORS} + bench_random(n, ${AUTHORS - ACTIVE_AUTHORS})
    else bench_random(n, ${ACTIVE_AUTHORS}) end`
  const post = postId(posts)
  return {
    name: `posts from ${from}`,
    statements: [
      `insert into posts (id, author_id, caption, place, audience, is_ready, like_count, comment_count, posted_at)
        select ${post}, bench_id(1, ${author}), 'Post number ' || n, '',
          case when n % 20 = 0 then 'followers' else 'everyone' end, true, 1, (n % 3 = 0)::int,
          to_timestamp((${BEGIN_MS} + n::bigint * ${SPAN_MS} / ${posts}) / 1000.0) from ${rows}`,
      `insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder,
          widths, avif_widths, is_public, size_bytes, hash, created_at, attached_at)
        select bench_id(3, n), bench_id(1, ${author}), md5('a' || n), md5('b' || n), 'jpg', 'ready', 3024, 4032,
          decode('3OcRJYB4d3h/iIeHeEh3eIhw+j2w', 'base64'), '{320,640,1080,2048}', '{320,640,1080}', n % 20 <> 0,
          3000000, decode(md5('c' || n) || md5('d' || n), 'hex'), now(), now() from ${rows}`,
      `insert into post_photos (post_id, position, photo_id, alt)
        select ${post}, 0, bench_id(3, n), 'A dog' from ${rows}`,
      `insert into post_pets (pet_id, post_id) select bench_id(2, ${author}), ${post} from ${rows} where n % 3 = 0`,
      `insert into likes (post_id, user_id, created_at)
        select ${post}, bench_id(1, bench_random(n::bigint * 31, ${AUTHORS})), now() from ${rows}`,
      `insert into comments (id, post_id, author_id, text, created_at)
        select bench_id(${BEGIN_MS}, n), ${post}, bench_id(1, bench_random(n::bigint * 37, ${AUTHORS})),
          'A comment of the bench', now() from ${rows} where n % 3 = 0`,
    ],
  }
}

const counted = (column: string, rows: string, by: string) =>
  `update users set ${column} = c.n from (select ${by}, count(*)::int n from ${rows} group by 1) c where id = c.${by}`

/** Seeds a migrated database with this many posts, once. */
export function seedGrowth(owner: SocketConnection, posts: number, print: (line: string) => void): Promise<void> {
  print(`Growth: ${posts} posts`)
  const chunks = Array.from({ length: Math.ceil(posts / CHUNK) }, (_, at) => postsStage(posts, at * CHUNK))
  const sessions = growthReaders.map(({ name }, at) => ({ name, id: `bench_id(4, ${at})` }))
  const tables = ['users', 'pets', 'follows', 'posts', 'photos', 'post_pets', 'likes', 'comments']
  const counts: SeedStage = {
    name: 'counts',
    statements: [
      counted('post_count', 'posts', 'author_id'),
      counted('following_count', 'follows', 'follower_id'),
      counted('follower_count', 'follows', 'followee_id'),
    ],
  }
  return seedStages(
    owner,
    {
      tables,
      stages: [
        usersStage(AUTHORS),
        communityStage,
        otherTablesStage(AUTHORS),
        readerStage,
        sessionsStage(sessions),
        ...chunks,
        newestPostsStage,
        counts,
      ],
    },
    print,
  )
}
