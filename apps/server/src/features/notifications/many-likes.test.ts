import { expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { like, list, unread } = notificationHelpersFor(server)

/** Creates an author with two posts, and four fans. */
async function aWorld() {
  const author = await aUser(server)
  const posts = [await aPost(server, author), await aPost(server, author)]
  const fans = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
  return { author, posts, fans }
}
type World = Awaited<ReturnType<typeof aWorld>>

/** Returns forty random likes and unlikes, which the seed determines. */
function createActions(seed: number) {
  let state = seed
  const randomBelow = (bound: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 16) % bound
  }
  return Array.from({ length: 40 }, () => ({ fan: randomBelow(4), post: randomBelow(2), isLike: randomBelow(3) > 0 }))
}

async function perform({ posts, fans }: World, { fan, post, isLike }: ReturnType<typeof createActions>[number]) {
  server.clock.advance(second)
  const response = await like(fans[fan] as World['fans'][0], posts[post]?.id ?? '', isLike ? 'PUT' : 'DELETE')
  if (response.status !== 200) throw new Error(`not liked: ${response.text}`)
}

/** Returns the author's notifications and unread count, with posts and fans replaced by their indexes. */
async function readLines({ author, posts, fans }: World) {
  const { notifications } = await list(author)
  const lines = notifications.map(({ type, post, actors, actorCount }) => ({
    type,
    post: posts.findIndex(({ id }) => id === post?.id),
    actors: actors.map(({ id }) => fans.findIndex((fan) => fan.id === id)),
    actorCount,
  }))
  return { lines, unread: await unread(author) }
}

it.each([1, 2, 3])(
  'likes handled in one batch create the same notifications as likes handled singly (seed %i)',
  async (seed) => {
    const [batchedWorld, singleWorld] = [await aWorld(), await aWorld()]
    for (const action of createActions(seed)) await perform(batchedWorld, action)
    await server.runJobs()
    for (const action of createActions(seed)) {
      await perform(singleWorld, action)
      await server.runJobs()
    }
    const result = await readLines(batchedWorld)
    expect(result).toEqual(await readLines(singleWorld))
    expect(result.lines.length).toBeGreaterThan(0)
  },
)

it('thirty likes of one post create one notification and send one live message', async () => {
  const author = await aUser(server)
  const post = await aPost(server, author)
  const fans = await Promise.all(Array.from({ length: 30 }, () => aUser(server)))
  for (const fan of fans) await like(fan, post.id)
  const messages: object[] = []
  const closeStream = server.deps.live.open({
    user: author.id,
    session: author.session,
    write: (message) => void messages.push(message),
    recheck: () => {},
    close: () => {},
  })
  await server.runJobs()
  const { notifications } = await list(author)
  expect(notifications).toMatchObject([{ type: 'like', actorCount: 30, unread: true }])
  await expect.poll(() => messages).toEqual([{ type: 'notification', unread: 1, id: notifications[0]?.id }])
  closeStream()
})
