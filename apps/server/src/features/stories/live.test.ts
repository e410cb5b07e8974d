import { beforeAll, describe, expect, it } from 'vitest'
import { aPet, aStory, aUser, givenCloseFriend, givenFollow, givenPetFollow, type TestUser } from '#testing/given.ts'
import { listenerOn, marker } from '#testing/listen.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const listen = listenerOn(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

type Of = { id: string }
const see = (who: TestUser, { id }: Of) => server.call(who, 'PUT', `/api/stories/${id}/view`)
const takeDown = (who: TestUser, { id }: Of) => server.call(who, 'DELETE', `/api/stories/${id}`)
/** Sends a marker to one stream: every message before it has arrived by then. */
const mark = (who: TestUser) => server.deps.live.send(server.deps.database, [who.id], marker)

/** A stream that has heard what was said before it was opened. */
async function listening(who: TestUser) {
  const stream = await listen(who)
  await mark(who)
  while ((await stream.next())?.type !== marker.type);
  return stream
}

describe('a story that is taken down', () => {
  it('leaves the screens of those to whom it came, of those who opened it, and its author', async () => {
    const [author, follower, fan, watcher, passer] = await Promise.all(Array.from({ length: 5 }, () => aUser(server)))
    if (!author || !follower || !fan || !watcher || !passer) throw new Error('five people')
    const pet = await aPet(server, [author])
    await givenFollow(server, follower, author)
    await givenPetFollow(server, fan, pet)
    const story = await aStory(server, author, { pets: [pet] })
    await see(watcher, story)
    const told = await Promise.all([author, follower, fan, watcher].map((who) => listening(who)))
    const passing = await listening(passer)
    expect((await takeDown(author, story)).status).toBe(204)
    const left = { type: 'story-left', storyId: story.id, authorId: author.id }
    for (const stream of told) expect(await stream.next()).toEqual(left)
    await mark(passer)
    expect(await passing.next()).toEqual(marker)
    for (const stream of [...told, passing]) stream.leave()
  })

  it('is told to nobody who could not see it', async () => {
    const [author, follower, friend] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const who of [follower, friend]) await givenFollow(server, who, author)
    await givenCloseFriend(server, author, friend)
    const story = await aStory(server, author, { audience: 'close-friends' })
    const [theirs, others] = [await listening(friend), await listening(follower)]
    await see(follower, story)
    await takeDown(author, story)
    expect(await theirs.next()).toMatchObject({ type: 'story-left', storyId: story.id })
    await mark(follower)
    expect(await others.next()).toEqual(marker)
    for (const stream of [theirs, others]) stream.leave()
  })
})
