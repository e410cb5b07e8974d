import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type Benchmark, measurePageRequest, type RequestRow } from './requests.ts'

const CONNECTIONS = 16
const READER = 'average'

/** Returns a public post with comments, and its author. */
export const findPost = ({ connection }: Benchmark) =>
  withClient(connection, async (client) => {
    const found = await client.query<{ id: string; author: string; username: string }>(
      `select p.id, u.id as author, u.username from posts p join users u on u.id = p.author_id
       where p.audience = 'everyone' and p.comment_count > 2 order by p.id desc limit 1`,
    )
    return found.rows[0] ?? { id: '', author: '', username: '' }
  })

/** Measures API requests of screens other than feed and notifications, by one reader. */
export async function measureReads(bench: Benchmark): Promise<RequestRow[]> {
  const { id, author, username } = await findPost(bench)
  const paths = {
    profile: `/api/users/by-username/${username}`,
    'posts of a user': `/api/users/${author}/posts?limit=20`,
    comments: `/api/posts/${id}/comments?limit=20`,
    'one post': `/api/posts/${id}`,
  }
  const rows: RequestRow[] = []
  for (const [name, path] of Object.entries(paths))
    rows.push(
      await measurePageRequest(bench, {
        reader: READER,
        path,
        connections: CONNECTIONS,
        name: `${name} ×${CONNECTIONS}`,
      }),
    )
  return rows
}

/** Measures HTML pages: public pages for visitors, and the feed page for a reader. */
export async function measurePages(bench: Benchmark): Promise<RequestRow[]> {
  const { id } = await findPost(bench)
  const rows: RequestRow[] = []
  for (const [name, reader, path] of [
    ['landing, visitor', null, '/'],
    ['public post, visitor', null, `/posts/${id}`],
    ['feed, its reader', READER, '/dashboard'],
  ] as const)
    rows.push(
      await measurePageRequest(bench, {
        reader,
        path,
        connections: CONNECTIONS,
        name: `page: ${name} ×${CONNECTIONS}`,
      }),
    )
  return rows
}
