import type { Post, PostPage } from '@pawtrait/contract/posts.ts'
import { expect } from 'vitest'
import { second } from './clock.ts'
import { aPost, aUser, type TestUser } from './fixtures.ts'
import type { TestServer } from './server.ts'

/**
 * Adds five posts to the list at `url` of a new user: one post, and then two pairs. The posts of a pair have almost the
 * same time, less than a millisecond apart. @returns post ids: `whole` in one request, `paged` in pages of two, and
 * the `first` and `last` added
 */
export async function addTimedPosts(
  server: TestServer,
  url: string,
  put: (who: TestUser, post: Post) => Promise<{ status: number }>,
) {
  const [author, reader] = [await aUser(server), await aUser(server)]
  const posts: Post[] = []
  for (let n = 0; n < 5; n++) posts.push(await aPost(server, author))
  for (const [n, at] of [3, 0, 4, 1, 2].entries()) {
    expect((await put(reader, posts[at] as Post)).status).toBe(200)
    if (n % 2 === 0) server.clock.advance(second)
  }
  const idsOf = ({ posts: page }: PostPage) => page.map(({ id }) => id)
  const list = async (query = '') => (await server.call<PostPage>(reader, 'GET', `${url}${query}`)).body
  const paged: string[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: PostPage = await list(`?limit=2${cursor && `&cursor=${cursor}`}`)
    paged.push(...idsOf(page))
    cursor = page.cursor
  }
  return { whole: idsOf(await list()), paged, first: posts[3]?.id, last: posts[2]?.id }
}
