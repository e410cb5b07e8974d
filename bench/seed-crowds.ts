import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { newestPostsStage, otherTablesStage, sessionsStage, usersStage } from './seed-growth.ts'
import { type SeedStage, seedStages } from './seed-stages.ts'

/** Compared sizes: followers of one author, comments of one post, and notifications of one user. */
export const crowdSizes = {
  followers: [100, 10_000, 1_000_000],
  comments: [200, 2_000, 20_000],
  notifications: [100, 10_000, 100_000],
} as const

const USERS = 1_000_000
const COMMENTERS = 1_000

type ThreadShape = 'flat' | 'nested'

/** SQL expressions for ids of authors, posts and users in the test data. `at`: index of the size in `crowdSizes`. */
export const crowdIds = {
  star: (at: number) => `bench_id(5, ${at})`,
  starPost: (at: number) => `bench_id(1750000000000, ${at})`,
  discussedPost: (kind: ThreadShape, at: number) => `bench_id(1760000000000, ${kind === 'flat' ? at : 10 + at})`,
  notified: (at: number) => `bench_id(6, ${at})`,
  /** The user who follows all `star` authors. */
  follower: 'bench_id(1, 7)',
}

const user = (id: string, name: string) => `
  insert into users (id, username, fullname, email, state, time_zone, created_at)
    values (${id}, '${name}', '${name}', '${name}@bench.example', 'active', 'Africa/Nairobi',
      now() - interval '1 year')`

/** SQL that inserts ready photos, one per row of `rows`. `attachedAt`: null for photos without a post. */
export const insertPhotosSql = (id: string, owner: string, { attachedAt = 'now()', rows = '(select 1) one' } = {}) => `
  insert into photos (id, owner_id, name, original_name, original_format, state, width, height, placeholder, widths,
      avif_widths, is_public, size_bytes, hash, created_at, attached_at)
    select ${id}, ${owner}, md5('a' || ${id}), md5('b' || ${id}), 'jpg', 'ready', 3024, 4032,
      decode('3OcRJYB4d3h/iIeHeEh3eIhw+j2w', 'base64'), '{320,640,1080,2048}', '{320,640,1080}', true, 3000000,
      decode(md5('c' || ${id}) || md5('d' || ${id}), 'hex'), now(), ${attachedAt} from ${rows}`

const post = (id: string, author: string, comments: number) => [
  `insert into posts (id, author_id, caption, place, audience, is_ready, comment_count, posted_at)
    values (${id}, ${author}, 'A post of the bench', '', 'everyone', true, ${comments}, now() - interval '1 day')`,
  insertPhotosSql(id, author),
  `insert into post_photos (post_id, position, photo_id, alt) values (${id}, 0, ${id}, 'A dog')`,
]

const starsStage: SeedStage = {
  name: 'authors and their followers',
  statements: crowdSizes.followers.flatMap((followers, at) => [
    user(crowdIds.star(at), `star_${followers}`),
    `insert into follows (follower_id, followee_id, created_at)
      select bench_id(1, n), ${crowdIds.star(at)}, now() - n * interval '1 second'
      from generate_series(1, ${followers}) n`,
    `update users set follower_count = ${followers}, post_count = 1 where id = ${crowdIds.star(at)}`,
    ...post(crowdIds.starPost(at), crowdIds.star(at), 0),
  ]),
}

const commentText = 'She asked the tide a question, and it ran away. So did we, in the end.'
const comment = (at: number, n: string) => `bench_id(1761000000000 + ${at}, ${n})`

/** SQL statements that insert comments in one thread. All comments reply to the first comment. */
function flat(count: number, at: number): string[] {
  const id = (n: string) => comment(at, n)
  return [
    `insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
      select ${id('n')}, ${crowdIds.discussedPost('flat', at)}, bench_id(1, 1 + n % ${COMMENTERS}),
        case when n > 1 then ${id('1')} end, case when n > 1 then ${id('1')} end, (n > 1)::int, '${commentText}', now()
      from generate_series(1, ${count}) n`,
  ]
}

/**
 * SQL statements that insert comments in many threads. A fifth of them is top-level, each with a chain of four replies.
 */
function nested(count: number, at: number): string[] {
  const id = (n: string) => comment(10 + at, n)
  const first = '5 * ((n - 1) / 5) + 1'
  return [
    `insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
      select ${id('n')}, ${crowdIds.discussedPost('nested', at)}, bench_id(1, 1 + n % ${COMMENTERS}),
        case when n % 5 <> 1 then ${id('n - 1')} end, case when n % 5 <> 1 then ${id(first)} end, (n - 1) % 5,
        '${commentText}', now() from generate_series(1, ${count}) n`,
  ]
}

/** Returns the SQL expression for the id of the `n`th comment of `crowdIds.discussedPost(kind, at)`. */
export const commentIdSql = (kind: ThreadShape, at: number, n: number) =>
  comment(kind === 'flat' ? at : 10 + at, String(n))

const discussionsStage: SeedStage = {
  name: 'talk',
  statements: crowdSizes.comments.flatMap((count, at) => [
    ...post(crowdIds.discussedPost('flat', at), crowdIds.star(0), count),
    ...flat(count, at),
    ...post(crowdIds.discussedPost('nested', at), crowdIds.star(0), count),
    ...nested(count, at),
    `update comments c set reply_count = x.n from (
        select t.id, count(*)::int n from comments r cross join lateral (select r.parent_id id union select r.root_id) t
        where r.root_id is not null group by t.id) x where c.id = x.id`,
    `insert into comment_likes (comment_id, user_id, created_at)
      select ${comment(at, 'n')}, bench_id(1, n % ${COMMENTERS} + 1), now() from generate_series(1, ${count}) n`,
  ]),
}

// A third of the notifications are unread. Each notification is about a different post, so that the app does not group
// them.
const notifiedStage: SeedStage = {
  name: 'notifications',
  statements: crowdSizes.notifications.flatMap((count, at) => {
    const line = `bench_id(${40 + at}, n)`
    return [
      user(crowdIds.notified(at), `notified_${count}`),
      `insert into posts (id, author_id, caption, place, audience, is_ready, posted_at)
        select bench_id(${1_700_000_000_000 + at}, n), ${crowdIds.notified(at)}, 'A post', '', 'everyone', true, now()
        from generate_series(1, ${count}) n`,
      `insert into notifications (id, user_id, type, group_key, post_id, actor_count, created_at, updated_at, read_at)
        select ${line}, ${crowdIds.notified(at)}, 'like', 'like:' || bench_id(${1_700_000_000_000 + at}, n),
          bench_id(${1_700_000_000_000 + at}, n), 3, now(), now() - n * interval '1 minute',
          case when n % 3 > 0 then now() end from generate_series(1, ${count}) n`,
      `insert into notification_actors (notification_id, actor_id, at)
        select ${line}, bench_id(1, 1 + (n + k) % ${COMMENTERS}), now() - n * interval '1 minute'
        from generate_series(1, ${count}) n, generate_series(1, 3) k`,
    ]
  }),
}

/** Seeds a migrated database, once, with the authors, posts and users of `crowdSizes`. */
export function seedCrowds(owner: SocketConnection, print: (line: string) => void): Promise<void> {
  print('Growth: a million users')
  const sessions = [
    { name: 'follower', id: crowdIds.follower },
    ...crowdSizes.followers.map((count, at) => ({ name: `star_${count}`, id: crowdIds.star(at) })),
    ...crowdSizes.notifications.map((count, at) => ({ name: `notified_${count}`, id: crowdIds.notified(at) })),
  ]
  const tables = ['users', 'follows', 'posts', 'photos', 'comments', 'notifications', 'notification_actors']
  const stages = [
    usersStage(USERS),
    otherTablesStage(USERS),
    starsStage,
    discussionsStage,
    notifiedStage,
    newestPostsStage,
    sessionsStage(sessions),
  ]
  return seedStages(owner, { tables, stages }, print)
}
