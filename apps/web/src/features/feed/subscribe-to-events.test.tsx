import type { UserId } from '@pawtrait/contract/ids.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { cacheNewestComments, newestCommentsKey } from '#features/comments/comment-keys.ts'
import { cachePosts, postKey } from '#features/posts/post-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { type FakeEventSource, fakeEventSources } from '../../testing/fake-event-source.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aComment, aFeedPost, anId, aPost } from '../../testing/fixtures.ts'
import { aFeedLimit } from '../../testing/payment-fixtures.ts'
import { feedQuery, newPostsKey, prependPost } from './feed-cache.ts'
import { subscribeToEvents } from './subscribe-to-events.ts'

const viewer = { id: anId<UserId>() }
const [onOrder, onNotification, onGap] = [vi.fn(), vi.fn(), vi.fn()]
const stops: (() => void)[] = []
let net: FakeNetwork
let streams: FakeEventSource[]

/** Simulates a browser tab: a query cache with a feed of one post, subscribed to the events. */
async function aTab(user = viewer) {
  const queries = createQueryClient({ retries: 0 })
  const old = aFeedPost({ caption: 'Old' })
  net.on('GET /api/feed', { status: 200, body: { posts: [old], cursor: null, limit: aFeedLimit() } })
  await queries.fetchInfiniteQuery(feedQuery())
  const stop = subscribeToEvents(queries, user, { onOrder, onNotification, onGap })
  stops.push(stop)
  return { queries, old, stop, arrived: () => queries.getQueryData<{ postId: string }[]>(newPostsKey) ?? [] }
}

const ids = (queries: ReturnType<typeof createQueryClient>) =>
  queries.getQueryData(feedQuery().queryKey)?.pages.flatMap((page) => page.ids)

const arrival = (post = aPost()) => ({
  type: 'post-arrived',
  postId: post.id,
  authorId: post.author.id,
  username: 'leila',
  fullname: 'Leila Hassan',
  image: null,
})

beforeEach(() => {
  net = fakeNetwork()
  streams = fakeEventSources()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

describe('subscribeToEvents', () => {
  test('calls its listeners on a notification and on a gap in the stream', async () => {
    await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const message = { type: 'notification', unread: 3 }
    streams[0]?.tell(message)
    expect(onNotification).toHaveBeenCalledWith(message)
    expect(onGap).not.toHaveBeenCalled()
    streams[0]?.tell({ type: 'resync' })
    expect(onGap).toHaveBeenCalledOnce()
  })

  test('calls its listener when an order changes', async () => {
    await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const orderId = anId()
    streams[0]?.tell({ type: 'order', orderId } as { type: string })
    expect(onOrder).toHaveBeenCalledExactlyOnceWith(orderId)
  })

  test('opens one stream for all tabs, and reopens it in another tab when the first tab closes', async () => {
    const [first, second] = [await aTab(), await aTab()]
    await expect.poll(() => streams).toHaveLength(1)
    expect(streams[0]?.address).toBe(`/api/events?viewer=${viewer.id}`)
    const message = arrival()
    streams[0]?.tell(message)
    for (const tab of [first, second])
      await expect.poll(() => tab.arrived().map(({ postId }) => postId)).toEqual([message.postId])
    first.stop()
    await expect.poll(() => streams.map(({ isClosed }) => isClosed)).toEqual([true, false])
    const next = arrival()
    streams[1]?.tell(next)
    await expect.poll(() => second.arrived()).toHaveLength(2)
    expect(first.arrived()).toHaveLength(1)
  })

  test('opens a separate stream for a tab of another user, and forwards no events between the users', async () => {
    const other = { id: anId<UserId>() }
    const [ownTab, otherTab] = [await aTab(), await aTab(other)]
    await expect.poll(() => streams).toHaveLength(2)
    expect(streams[1]?.address).toBe(`/api/events?viewer=${other.id}`)
    const [otherArrival, ownArrival] = [arrival(), arrival()]
    streams[1]?.tell(otherArrival)
    streams[0]?.tell(ownArrival)
    await expect.poll(() => otherTab.arrived().map(({ postId }) => postId)).toEqual([otherArrival.postId])
    await expect.poll(() => ownTab.arrived().map(({ postId }) => postId)).toEqual([ownArrival.postId])
  })

  test('removes a deleted post from the screen and from the queue of new posts', async () => {
    const { queries, old, arrived } = await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const message = arrival()
    streams[0]?.tell(message)
    await expect.poll(arrived).toHaveLength(1)
    streams[0]?.tell({ type: 'post-left', postId: message.postId } as { type: string })
    streams[0]?.tell({ type: 'post-left', postId: old.id } as { type: string })
    await expect.poll(arrived).toHaveLength(0)
    expect(queries.getQueryData(postKey(old.id))).toBe(null)
  })

  test('prepends posts of the viewer immediately, without the "new posts" pill', async () => {
    const { queries, old, arrived } = await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const own = aPost()
    const mine = { ...own, author: { ...own.author, id: viewer.id } }
    net.on(`GET /api/posts/${mine.id}`, { status: 200, body: mine })
    streams[0]?.tell({ type: 'post-ready', postId: mine.id } as { type: string })
    await expect.poll(() => ids(queries)).toEqual([mine.id, old.id])
    expect(arrived()).toHaveLength(0)
  })

  test('adds missed posts to the queue of new posts after the stream has reconnected', async () => {
    const { old, arrived, queries } = await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    streams[0]?.dispatchEvent(new Event('open'))
    expect(net.sent.filter((line) => line === 'GET /api/feed')).toHaveLength(1)
    const missed = aFeedPost()
    net.on('GET /api/feed', { status: 200, body: { posts: [missed, old], cursor: null, limit: aFeedLimit() } })
    streams[0]?.dispatchEvent(new Event('open'))
    await expect.poll(() => arrived().map(({ postId }) => postId)).toEqual([missed.id])
    expect(ids(queries)).toEqual([old.id])
  })

  test('reconnects after the server refused the stream, and queues missed posts', async () => {
    const { old, arrived } = await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    net.on('GET /api/events', { status: 200, body: {} })
    streams[0]?.refuse()
    await expect.poll(() => streams).toHaveLength(2)
    const missed = aFeedPost()
    net.on('GET /api/feed', { status: 200, body: { posts: [missed, old], cursor: null, limit: aFeedLimit() } })
    streams[1]?.dispatchEvent(new Event('open'))
    await expect.poll(() => arrived().map(({ postId }) => postId)).toEqual([missed.id])
  })

  test('does not reconnect after a log-out', async () => {
    await aTab()
    await expect.poll(() => streams).toHaveLength(1)
    net.on('GET /api/events', errorReply('unauthenticated', 401))
    streams[0]?.refuse()
    await expect.poll(() => net.sent).toContain('GET /api/events')
    await new Promise((resolve) => setTimeout(resolve))
    expect(streams).toHaveLength(1)
  })

  test('opens one stream per tab when the Web Locks API is missing, and handles each event once', async () => {
    vi.stubGlobal('navigator', { onLine: true })
    const posted = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
    const tabs = [await aTab(), await aTab()]
    expect(streams).toHaveLength(2)
    const message = arrival()
    for (const stream of streams) stream.tell(message)
    for (const tab of tabs) expect(tab.arrived()).toHaveLength(1)
    expect(posted).not.toHaveBeenCalled()
  })

  test("keeps the cached comments of the viewer's new post when the post is prepended twice", async () => {
    const { queries } = await aTab()
    const own = aPost()
    prependPost(queries, own)
    cacheNewestComments(queries, own.id, [aComment(own.id)])
    prependPost(queries, own)
    expect(queries.getQueryData(newestCommentsKey(own.id))).toHaveLength(1)
  })

  test('keeps a like with a pending request when `cachePosts` caches the post without the like', async () => {
    const { queries, old } = await aTab()
    queries.setQueryData(postKey(old.id), { ...old, likedByMe: true, likeCount: 5 })
    const tap = queries.getMutationCache().build(queries, {
      mutationKey: ['on-post', old.id, 'like'],
      mutationFn: () => new Promise<void>(() => {}),
    })
    void tap.execute(undefined)
    cachePosts(queries, [old])
    expect(queries.getQueryData(postKey(old.id))).toMatchObject({ likedByMe: true, likeCount: 5 })
  })
})
