import type { AddressInfo } from 'node:net'
import { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { NotificationPage } from '@pawtrait/contract/notifications.ts'
import * as v from 'valibot'
import { beforeAll, describe, expect, it } from 'vitest'
import { aPet, aPost, aUser, givenPetFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

/** Opens an event stream; `next` returns its next message about notifications. */
async function listen(viewer: TestUser) {
  const { port } = server.app.fastify.server.address() as AddressInfo
  const abort = new AbortController()
  const response = await fetch(`http://127.0.0.1:${port}/api/events`, {
    headers: { cookie: viewer.cookie },
    signal: abort.signal,
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const queue: LiveMessage[] = []
  let text = ''
  const readChunk = async () => {
    text += (await reader?.read())?.value ?? ''
    const parts = text.split('\n\n')
    text = parts.pop() ?? ''
    for (const part of parts) {
      const data = /^data: (.*)$/m.exec(part)?.[1]
      const message = data && v.parse(LiveMessage, JSON.parse(data))
      if (message && message.type === 'notification') queue.push(message)
    }
  }
  await readChunk()
  const next = async () => {
    while (queue.length === 0) await readChunk()
    return queue.shift()
  }
  return { next, leave: () => abort.abort() }
}

const like = async (viewer: TestUser, post: string, method: 'PUT' | 'DELETE' = 'PUT') => {
  await server.call(viewer, method, `/api/posts/${post}/like`)
  await server.runJobs()
}

describe('live notifications', () => {
  it('send the unread count to all browsers of a user when a notification is added, removed or read', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const [first, second] = [await aPost(server, author), await aPost(server, author)]
    const streams = [await listen(author), await listen(author)]
    const expectMessage = async (expected: object) => {
      for (const stream of streams) expect(await stream.next()).toEqual({ type: 'notification', ...expected })
    }
    const newest = async () =>
      (await server.call<NotificationPage>(author, 'GET', '/api/notifications')).body.notifications[0]?.id
    await like(ann, first.id)
    await expectMessage({ unread: 1, id: await newest() })
    await like(ben, first.id)
    await expectMessage({ unread: 1, id: await newest() })
    server.clock.advance(1_000)
    await like(ann, second.id)
    await expectMessage({ unread: 2, id: await newest() })
    await like(ann, second.id, 'DELETE')
    await expectMessage({ unread: 1 })
    await server.call(author, 'PUT', `/api/notifications/${await newest()}/read`)
    await expectMessage({ unread: 0 })
    await server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    await expectMessage({ unread: 0 })
    for (const stream of streams) stream.leave()
  })

  it('reach the followers of a pet on its birthday, but not strangers', async () => {
    const [owner, fan, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    const pet = await aPet(server, [owner])
    await givenPetFollow(server, fan, pet)
    const [fans, strangers] = [await listen(fan), await listen(stranger)]
    await server.deps.events.emit(server.deps.database, 'pet-birthday', { petId: pet, day: '2026-11-21' })
    await server.runJobs()
    expect(await fans.next()).toMatchObject({ type: 'notification', unread: 1, id: expect.any(String) })
    await server.call(stranger, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    expect(await strangers.next()).toEqual({ type: 'notification', unread: 0 })
    fans.leave()
    strangers.leave()
  })
})
