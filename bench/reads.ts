import { withClient } from '@pawtrait/postgres/with-client.ts'
import { type BenchmarkTarget, measurePageRequest, measureRequestsInTurn, type RequestRow } from './requests.ts'
import { ORDINARY_READER_COUNT } from './seed.ts'

const CONNECTIONS = 16
const READER = 'average'

/** Returns a public post with comments, and its author. */
export const findPost = ({ connection }: BenchmarkTarget) =>
  withClient(connection, async (client) => {
    const found = await client.query<{ id: string; author: string; username: string }>(
      `select p.id, u.id as author, u.username from posts p join users u on u.id = p.author_id
       where p.audience = 'everyone' and p.comment_count > 2 order by p.id desc limit 1`,
    )
    return found.rows[0] ?? { id: '', author: '', username: '' }
  })

const manyReaders = Array.from({ length: ORDINARY_READER_COUNT }, (_, at) => `user${at + 1}`)

/** Returns public posts and their authors, at most a thousand. */
export const findPosts = ({ connection }: BenchmarkTarget) =>
  withClient(connection, async (client) => {
    const found = await client.query<{ id: string; author: string; username: string }>(
      `select p.id, u.id as author, u.username from posts p join users u on u.id = p.author_id
       where p.audience = 'everyone' order by p.id desc limit 1000`,
    )
    return found.rows
  })

/** Measures API requests by many readers about many posts, users and search terms in turn. */
export async function measureReadsByManyUsers(bench: BenchmarkTarget): Promise<RequestRow[]> {
  const posts = await findPosts(bench)
  const users = [...new Map(posts.map((post) => [post.author, post])).values()]
  const paths = {
    feed: ['/api/feed?limit=20'],
    profile: users.map(({ username }) => `/api/users/by-username/${username}`),
    'posts of a user': users.map(({ author }) => `/api/users/${author}/posts?limit=20`),
    comments: posts.map(({ id }) => `/api/posts/${id}/comments?limit=20`),
    'one post': posts.map(({ id }) => `/api/posts/${id}`),
  }
  return measureMany(bench, manyReaders, paths)
}

/** Measures HTML pages: posts for visitors, then posts and the feed for many readers. */
export async function measurePagesByManyUsers(bench: BenchmarkTarget): Promise<RequestRow[]> {
  const posts = (await findPosts(bench)).map(({ id }) => `/posts/${id}`)
  return [
    ...(await measureMany(bench, [null], { 'page: public post, visitors': posts })),
    ...(await measureMany(bench, manyReaders, { 'page: post': posts, 'page: feed': ['/dashboard'] })),
  ]
}

async function measureMany(
  bench: BenchmarkTarget,
  readers: readonly (string | null)[],
  pathsByName: Record<string, readonly string[]>,
): Promise<RequestRow[]> {
  const rows: RequestRow[] = []
  for (const [name, paths] of Object.entries(pathsByName)) {
    const row = `${name}, many ×${CONNECTIONS}`
    rows.push(await measureRequestsInTurn(bench, { readers, paths, connections: CONNECTIONS, name: row }))
  }
  return rows
}

/** Measures API requests of screens other than feed and notifications, by one reader. */
export async function measureReadsByOneUser(bench: BenchmarkTarget): Promise<RequestRow[]> {
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
export async function measurePages(bench: BenchmarkTarget): Promise<RequestRow[]> {
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
