import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'

/** The post of the large shape with the talk under it, as SQL. */
export const talkedOf = 'bench_id(6, 1)'

/** How many comments stand there, and how many answers one of the first level has at most. */
export const TALK = 2_000

// Of 2,000 comments 400 are of the first level; each has a thread of four, one below the other.
const talk = (text: string) => [
  `insert into posts (id, author_id, caption, place, audience, is_ready, comment_count, posted_at)
    values (${talkedOf}, bench_id(1, 3), 'Much talked of', '', 'everyone', true, ${TALK}, now())`,
  ...[0, 1, 2, 3, 4].map((depth) => {
    const comment = (at: number | string) => `bench_id(7 + ${at}, n)`
    const [parent, root] = depth === 0 ? ['null', 'null'] : [comment(depth - 1), comment(0)]
    return `insert into comments (id, post_id, author_id, parent_id, root_id, depth, text, created_at)
      select ${comment(depth)}, ${talkedOf}, bench_id(1, 1 + (n * 7 + ${depth}) % 150), ${parent}, ${root}, ${depth},
        '${text}', now() from generate_series(1, ${TALK / 5}) n`
  }),
]

/** Written once, with the rest of a shape. */
export const companyStatements = talk('She asked the tide a question, and it ran away. So did we, in the end.')

const STORY_PHOTO = 'bench_id(20, n)'

/**
 * Stories are active for 24 hours, so they are published anew for each run: two by each of the first `authors` users
 * with a post. The average reader has seen every third.
 */
export async function hangStories(owner: SocketConnection, authors: number): Promise<void> {
  await withClient(owner, async (client) => {
    await client.query('begin')
    await client.query('delete from stories where id in (select bench_id(21, n) from generate_series(1, 100000) n)')
    await client.query(`insert into photos (id, owner_id, name, original_name, original_format, state, width, height,
        placeholder, widths, is_public, size_bytes, hash, created_at, attached_at)
      select ${STORY_PHOTO}, bench_id(1, 1 + n / 2), md5('s' || n), md5('t' || n), 'jpg', 'ready', 3024, 4032,
        decode('3OcRJYB4d3h/iIeHeEh3eIhw+j2w', 'base64'), '{320,640,1080}', false, 3000000, sha256(n::text::bytea),
        now(), now() from generate_series(1, ${authors * 2}) n on conflict do nothing`)
    await client.query(`insert into stories (id, author_id, photo_id, caption, alt, audience, is_ready, posted_at,
        expires_at)
      select bench_id(21, n), bench_id(1, 1 + n / 2), ${STORY_PHOTO}, 'A morning', 'A dog in the grass', 'everyone',
        true, now(), now() + interval '24 hours' from generate_series(1, ${authors * 2}) n`)
    await client.query(`insert into story_views (story_id, user_id, viewed_at)
      select bench_id(21, n), bench_id(1, 7), now() from generate_series(3, ${authors * 2}, 3) n`)
    await client.query('commit')
    await client.query('vacuum analyze stories, story_views, photos')
  })
}
