import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day } from '#testing/clock.ts'
import { aPet, aPost, aStory, aUser, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ PACE: '1000000' })

/** An action that PUT performs and DELETE undoes. A browser may repeat PUT after a lost response. */
type Undoable = { path: string; notifies: boolean; owner: TestUser; fan: TestUser }

const paths: Record<string, (owner: TestUser, post: Post) => Promise<string>> = {
  'like of a post': async (_, { id }) => `/api/posts/${id}/like`,
  'like of a comment': async (owner, { id }) => {
    const { body } = await server.call<{ id: string }>(owner, 'POST', `/api/posts/${id}/comments`, { text: 'Me' })
    return `/api/comments/${body.id}/like`
  },
  'follow of a user': async (owner) => `/api/users/${owner.id}/follow`,
  'follow of a pet': async (owner) => `/api/pets/${await aPet(server, [owner])}/follow`,
  'paw of a story': async (owner) => `/api/stories/${(await aStory(server, owner)).id}/paw`,
  'view of a story': async (owner) => `/api/stories/${(await aStory(server, owner)).id}/view`,
  'saved post': async (_, { id }) => `/api/posts/${id}/save`,
}
const silent = ['view of a story', 'saved post']

async function createUndoable(name: string): Promise<Undoable> {
  const [owner, fan] = [await aUser(server), await aUser(server)]
  const post = await aPost(server, owner)
  const path = await paths[name]?.(owner, post)
  if (!path) throw new Error(`no path for ${name}`)
  await server.runJobs()
  return { path, notifies: !silent.includes(name), owner, fan }
}

const lines = (user: TestUser) =>
  server.deps.database.rows<{ isRead: boolean }>(sql`
    select read_at is not null as "isRead" from notifications where user_id = ${user.id}`)
const perform = async ({ fan, path }: Undoable, method: 'PUT' | 'DELETE' = 'PUT') => {
  expect((await server.call(fan, method, path)).status).toBeLessThan(300)
  await server.runJobs()
}

describe.each(Object.keys(paths))('late repeat of a request (%s)', (name) => {
  it('causes no second notification, even if the first notification was read', async () => {
    const call = await createUndoable(name)
    await perform(call)
    expect(await lines(call.owner)).toHaveLength(Number(call.notifies))
    await server.deps.database.rows(sql`
      update notifications set read_at = ${server.clock.now().toISOString()} where user_id = ${call.owner.id}`)
    const before = await lines(call.owner)
    server.clock.advance(day / 2)
    expect((await server.call(call.fan, 'PUT', call.path)).status).toBeLessThan(300)
    expect(await server.deps.database.rows(sql`select type from events`)).toEqual([])
    await server.runJobs()
    expect(await lines(call.owner)).toEqual(before)
  })
})

describe.each(Object.keys(paths).filter((name) => !silent.includes(name)))('undone action (%s)', (name) => {
  it('has no notification, and has exactly one after the action is repeated twice', async () => {
    const call = await createUndoable(name)
    await perform(call)
    await perform(call, 'DELETE')
    expect(await lines(call.owner)).toEqual([])
    await perform(call)
    await perform(call)
    expect(await lines(call.owner)).toHaveLength(1)
  })
})
