import type { NotificationType } from '@pawtrait/contract/notifications.ts'
import { describe, expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { like, lines, says } = notificationHelpersFor(server)
const advanceClock = () => server.clock.advance(second)

describe('notification settings and mutes', () => {
  const listDisabledTypes = async (viewer: TestUser) =>
    (await server.call<{ off: NotificationType[] }>(viewer, 'GET', '/api/notifications/settings')).body.off
  const setType = (viewer: TestUser, type: string, on: boolean) =>
    server.call(viewer, 'PUT', `/api/notifications/settings/${type}`, { on })

  it('turn one type of notification off and on again', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    expect(await listDisabledTypes(author)).toEqual([])
    for (const _ of [1, 2]) expect((await setType(author, 'like', false)).body).toEqual({ off: ['like'] })
    await like(fan, post.id)
    await says(fan, post, 'hello')
    expect(await lines(author)).toEqual([`*comment: ${fan.username} (1)`])
    expect((await setType(author, 'like', true)).body).toEqual({ off: [] })
    await like(fan, (await aPost(server, author)).id)
    await server.runJobs()
    expect(await lines(author)).toHaveLength(2)
  })

  it('deliver a reply as a comment notification when reply notifications are off', async () => {
    const [author, ann] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const mine = await says(author, post, 'mine')
    await setType(author, 'reply', false)
    await says(ann, post, 'an answer', mine)
    expect(await lines(author)).toEqual([`*comment: ${ann.username} (1)`])
  })

  it('suppress notifications about a post only for the user who muted the post', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const mute = (viewer: TestUser | null, method: 'GET' | 'PUT' | 'DELETE') =>
      server.call(viewer, method, `/api/posts/${post.id}/mute`)
    expect((await mute(author, 'GET')).body).toEqual({ mutedByMe: false })
    for (const _ of [1, 2]) expect((await mute(author, 'PUT')).body).toEqual({ mutedByMe: true })
    expect((await mute(author, 'GET')).body).toEqual({ mutedByMe: true })
    expect((await mute(null, 'PUT')).status).toBe(401)
    await like(ann, post.id)
    const comment = await says(ann, post, 'hello')
    await says(ben, post, 'hi', comment)
    expect([await lines(author), await lines(ann)]).toEqual([[], [`*reply: ${ben.username} (1)`]])
    expect((await mute(author, 'DELETE')).body).toEqual({ mutedByMe: false })
    await says(ann, post, 'again')
    expect(await lines(author)).toHaveLength(1)
  })

  it('suppress notifications from muted users, and list these users with the latest mute first', async () => {
    const [author, loud, ann] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const mute = (method: 'GET' | 'PUT' | 'DELETE', target = loud.id) =>
      server.call(author, method, `/api/users/${target}/mute`)
    expect((await mute('PUT', author.id)).status).toBe(400)
    for (const _ of [1, 2]) expect((await mute('PUT')).body).toEqual({ mutedByMe: true })
    expect((await mute('GET')).body).toEqual({ mutedByMe: true })
    advanceClock()
    await mute('PUT', ann.id)
    const listMutes = () =>
      server.call<{ users: { username: string }[]; cursor: string }>(author, 'GET', '/api/mutes?limit=1')
    const { body } = await listMutes()
    expect(body.users).toMatchObject([{ username: ann.username, mutedAt: server.clock.now().toISOString() }])
    const rest = await server.call(author, 'GET', `/api/mutes?limit=1&cursor=${body.cursor}`)
    expect(rest.body).toMatchObject({ users: [{ username: loud.username }], cursor: null })
    await like(loud, post.id)
    await says(loud, post, 'HELLO')
    expect(await lines(author)).toEqual([])
    expect((await mute('DELETE')).body).toEqual({ mutedByMe: false })
    await says(loud, post, 'sorry')
    expect(await lines(author)).toEqual([`*comment: ${loud.username} (1)`])
  })
})
