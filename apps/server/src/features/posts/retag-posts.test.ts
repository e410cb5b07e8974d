import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'
import { retagPosts } from './retag-posts.ts'

const server = serverForFile()
const rows = (query: ReturnType<typeof sql>) => server.deps.database.rows<{ n: number }>(query)
const listPostIds = async (tag: string) =>
  (await server.call<PostPage>(null, 'GET', `/api/tags/${encodeURIComponent(tag)}/posts`)).body.posts.map(
    ({ id }) => id,
  )

it('retagPosts replaces outdated tags and their counts, and adds no tags to deleted posts', async () => {
  const author = await aUser(server)
  const post = await aPost(server, author, { caption: '#ゴールデン・レトリバー #garden' })
  const gone = await aPost(server, author, { caption: '#col·lecció' })
  await server.call(author, 'DELETE', `/api/posts/${gone.id}`)
  // Stores tags as an older release would have.
  await rows(sql`delete from post_tags where post_id = ${post.id}`)
  await rows(sql`insert into post_tags (post_id, tag) values (${post.id}, 'ゴールデン'), (${post.id}, 'garden')`)
  await rows(sql`insert into posts_to_retag (post_id) values (${post.id}), (${gone.id})`)
  await retagPosts(createContext(server.deps, systemCaller))
  expect(await listPostIds('ゴールデン・レトリバー')).toEqual([post.id])
  expect(await listPostIds('garden')).toEqual([post.id])
  expect(await listPostIds('ゴールデン')).toEqual([])
  expect(await listPostIds('col·lecció')).toEqual([])
  const counts = await rows(
    sql`select posts as n from tag_counts where tag in ('ゴールデン・レトリバー', 'ゴールデン') and uses > 0`,
  )
  expect(counts).toEqual([{ n: 1 }])
  expect(await rows(sql`select 1 as n from posts_to_retag`)).toEqual([])
  const { body } = await server.call<{ editedAt: string | null }>(author, 'GET', `/api/posts/${post.id}`)
  expect(body.editedAt).toBeNull()
})
