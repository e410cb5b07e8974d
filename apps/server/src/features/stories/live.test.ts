import { beforeAll, describe, expect, it } from 'vitest'
import { createStreamClient, markerMessage } from '#testing/event-stream-client.ts'
import { aPet, aStory, aUser, givenCloseFriend, givenFollow, givenPetFollow, type TestUser } from '#testing/fixtures.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const listen = createStreamClient(server)
beforeAll(async () => {
  await server.app.fastify.listen({ host: '127.0.0.1', port: 0 })
})

type StoryRef = { id: string }
const markSeen = (user: TestUser, { id }: StoryRef) => server.call(user, 'PUT', `/api/stories/${id}/view`)
const deleteStory = (user: TestUser, { id }: StoryRef) => server.call(user, 'DELETE', `/api/stories/${id}`)
/** Sends a marker message to a user's stream. When it arrives, all earlier messages have arrived too. */
const sendMarker = (user: TestUser) => server.deps.live.send(server.deps.database, [user.id], markerMessage)

/** Opens a stream, and discards messages that were sent before. */
async function openStream(user: TestUser) {
  const stream = await listen(user)
  await sendMarker(user)
  while ((await stream.next())?.type !== markerMessage.type);
  return stream
}

describe('live message `story-left`', () => {
  it('is sent to author, followers, pet followers and viewers of a removed story, but not to strangers', async () => {
    const [author, follower, fan, watcher, stranger] = await Promise.all(Array.from({ length: 5 }, () => aUser(server)))
    if (!author || !follower || !fan || !watcher || !stranger) throw new Error('five people')
    const pet = await aPet(server, [author])
    await givenFollow(server, follower, author)
    await givenPetFollow(server, fan, pet)
    const story = await aStory(server, author, { pets: [pet] })
    await markSeen(watcher, story)
    const streams = await Promise.all([author, follower, fan, watcher].map((user) => openStream(user)))
    const strangerStream = await openStream(stranger)
    expect((await deleteStory(author, story)).status).toBe(204)
    const storyLeft = { type: 'story-left', storyId: story.id, authorId: author.id }
    for (const stream of streams) expect(await stream.next()).toEqual(storyLeft)
    await sendMarker(stranger)
    expect(await strangerStream.next()).toEqual(markerMessage)
    for (const stream of [...streams, strangerStream]) stream.leave()
  })

  it('is sent only to close friends, not to all followers, when a close-friends story is deleted', async () => {
    const [author, follower, friend] = [await aUser(server), await aUser(server), await aUser(server)]
    for (const user of [follower, friend]) await givenFollow(server, user, author)
    await givenCloseFriend(server, author, friend)
    const story = await aStory(server, author, { audience: 'close-friends' })
    const [friendStream, followerStream] = [await openStream(friend), await openStream(follower)]
    await markSeen(follower, story)
    await deleteStory(author, story)
    expect(await friendStream.next()).toMatchObject({ type: 'story-left', storyId: story.id })
    await sendMarker(follower)
    expect(await followerStream.next()).toEqual(markerMessage)
    for (const stream of [friendStream, followerStream]) stream.leave()
  })
})
