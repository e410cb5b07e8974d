import type { FeedPage } from '@pawtrait/contract/feed.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isReadOnlyError } from '#platform/database/db-errors.ts'
import {
  connectionUrl as databaseUrl,
  type ReplicatedNode,
  readCounterValue,
  startReplicatedNode,
} from '#testing/database/replicated-node.ts'
import { aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import type { TestServer } from '#testing/server.ts'
import { examineReplicas } from './examine-replicas.ts'

const PATIENT = { timeout: 30_000, interval: 20 }

let all: ReplicatedNode
let node: TestServer
beforeAll(async () => {
  all = await startReplicatedNode({ PACE: '1000000', FEED_DAILY_FREE: '500' }, true)
  node = all.node
}, 180_000)
afterAll(() => all?.stop(), 180_000)

const fromReplica = () => readCounterValue('database_reads_total', 'replica')

/** A browser that stores the cookies it receives. */
function browserOf(user: TestUser, at = () => node) {
  const jar = new Map([user.cookie.split('=') as [string, string]])
  const call = async <Body>(method: 'GET' | 'PUT' | 'DELETE' | 'PATCH' | 'POST', url: string, body?: object) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const reply = await at().call<Body>({ cookie }, method, url, body)
    for (const set of [reply.headers['set-cookie'] ?? []].flat() as string[]) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(name, value)
    }
    return reply
  }
  return { call, jar }
}

/** Waits until reads use the replica. */
async function untilReplicaIsUsed(user: TestUser) {
  await vi.waitFor(async () => {
    const before = fromReplica()
    await browserOf(user).call('GET', '/api/likes')
    expect(fromReplica()).toBeGreaterThan(before)
  }, PATIENT)
}

it('examineReplicas returns one finding per replica', async () => {
  const { primary, replica } = all
  const [app, url] = [databaseUrl(primary.connection('app')), databaseUrl(replica().connection('app'))]
  await untilReplicaIsUsed(await aUser(node))
  expect(await examineReplicas(app, [url, app, 'postgres://nobody@127.0.0.1:9/none'])).toMatchObject([
    { ok: true, says: 'replica 1 follows, and is less than a second behind.' },
    { ok: false, says: 'replica 2 is not a standby, or no longer one: requests do not read from it.' },
    { ok: false, says: expect.stringContaining('replica 3: The database does not answer') },
  ])
})

it('isReadOnlyError is true for writes on a replica, and false for other errors', async () => {
  const run = (text: string) =>
    withClient(all.replica().connection('app'), (client) => client.query(text)).catch((error: unknown) => error)
  expect(isReadOnlyError(await run('select pg_current_wal_insert_lsn()'))).toBe(true)
  expect(isReadOnlyError(await run('delete from feed_days'))).toBe(true)
  expect(isReadOnlyError(await run("select currval('nobody_asked_before')"))).toBe(false)
})

describe('API with replicas', () => {
  let [author, reader] = [{} as TestUser, {} as TestUser]
  let post: Post
  const urlOf = ({ id }: { id: string }) => `/api/posts/${id}`
  beforeEach(async () => {
    await all.resume()
    ;[author, reader] = [await aUser(node), await aUser(node)]
    await givenFollow(node, reader, author)
    post = await aPost(node, author, { caption: 'Before' })
    await untilReplicaIsUsed(reader)
  })

  /** Pauses the replica, then calls `check`. If `check` returns false, resumes the replica and tries again. */
  const whileBehind = async (check: () => Promise<boolean>) => {
    for (let tries = 1; tries <= 40; tries++) {
      await all.resume()
      await untilReplicaIsUsed(reader)
      await all.pause()
      if (await check()) return true
    }
    return false
  }

  it('reads from the replica, so changes by other users may be up to a second late', async () => {
    const liker = await aUser(node)
    let liked = false
    const isStale = await whileBehind(async () => {
      liked = !liked
      await node.call(liker, liked ? 'PUT' : 'DELETE', `${urlOf(post)}/like`)
      const seen = await node.call<Post>(reader, 'GET', urlOf(post))
      return seen.body.likeCount !== Number(liked)
    })
    expect(isStale).toBe(true)
    await vi.waitFor(async () => {
      const seen = await node.call<Post>(reader, 'GET', urlOf(post))
      expect(seen.body.likeCount).toBe(Number(liked))
    }, PATIENT)
  })

  it('returns the latest writes of a user in 200 of 200 rounds while the replica is 300 ms behind', async () => {
    await all.delay(300)
    try {
      const browser = browserOf(reader)
      let [misses, lateForOthers] = [0, 0]
      for (let n = 1; n <= 200; n++) {
        const like = n % 2 === 1
        await browser.call(like ? 'PUT' : 'DELETE', `${urlOf(post)}/like`)
        const [own, others] = await Promise.all([
          browser.call<Post>('GET', urlOf(post)),
          node.call<Post>(author, 'GET', urlOf(post)),
        ])
        if (own.body.likedByMe !== like || own.body.likeCount !== Number(like)) misses++
        if (others.body.likeCount !== Number(like)) lateForOthers++
      }
      expect(misses).toBe(0)
      // Users without the cookie read old data, which proves that the replica was in use.
      expect(lateForOthers).toBeGreaterThan(0)
    } finally {
      await all.delay(0)
    }
  }, 180_000)

  it('ignores an LSN cookie with an invalid signature', async () => {
    const browser = browserOf(reader)
    await browser.call('PUT', `${urlOf(post)}/like`)
    expect(browser.jar.get('pt_lsn')).toMatch(/^\d+\.[\w-]{32}$/)
    browser.jar.set('pt_lsn', `9999999999999999.${'x'.repeat(32)}`)
    // If the server trusted this cookie, every read of the browser would use the primary.
    await vi.waitFor(async () => {
      const before = fromReplica()
      await browser.call('GET', urlOf(post))
      expect(fromReplica()).toBeGreaterThan(before)
    }, PATIENT)
  })

  it('reflects a block, an edit, a deletion and an ended session immediately', async () => {
    const other = await aPost(node, author, { caption: 'Soon gone' })
    const ended = await aUser(node)
    await untilReplicaIsUsed(ended)
    await all.pause()
    await node.call(author, 'PATCH', urlOf(post), { caption: 'After' })
    expect((await node.call<Post>(reader, 'GET', urlOf(post))).body.caption).toBe('After')
    await node.call(author, 'DELETE', urlOf(other))
    expect((await node.call(reader, 'GET', urlOf(other))).status).toBe(404)
    await node.call(author, 'PUT', `/api/users/${reader.id}/block`)
    expect((await node.call(reader, 'GET', urlOf(post))).status).toBe(404)
    await node.call(ended, 'DELETE', '/api/session')
    expect((await node.call(ended, 'GET', '/api/likes')).status).toBe(401)
  })

  it('caches no data from a replica that lacks the last change', async () => {
    const captions = async (at: TestServer) =>
      (await at.call<FeedPage>(reader, 'GET', '/api/feed?limit=20')).body.posts.map(({ caption }) => caption)
    const another = await all.aNode()
    const page = async () => (await another.call(null, 'GET', `/posts/${post.id}`)).text
    for (let n = 0; n < 20; n++) {
      await all.resume()
      await untilReplicaIsUsed(reader)
      expect(await captions(another)).toHaveLength(1)
      await all.pause()
      const caption = `Edit ${n}`
      await node.call(author, 'PATCH', urlOf(post), { caption })
      // The replica still has the old caption. If the server cached it, later reads would return the old caption.
      expect(await captions(another)).toEqual([caption])
      expect(await page()).toContain(caption)
      await all.resume()
      expect(await captions(another)).toEqual([caption])
    }
  }, 180_000)

  it('sets an LSN cookie if a read also writes, as the feed does to count delivered posts', async () => {
    const browser = browserOf(reader)
    await all.pause()
    const feed = await browser.call<FeedPage>('GET', '/api/feed?limit=20')
    expect(feed.body).toMatchObject({ posts: [{ id: post.id }], limit: { used: 1 } })
    expect(browser.jar.get('pt_lsn')).toMatch(/^\d+\.[\w-]{32}$/)
  })

  it('reads from the primary while the replica is unreachable, over a second behind or promoted', async () => {
    const read = () => node.call<Post>(reader, 'GET', urlOf(post))
    await all.stopReplica()
    const atOnce = await Promise.all(Array.from({ length: 20 }, read))
    expect(atOnce.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    await all.startReplica()
    await untilReplicaIsUsed(reader)

    await all.pause()
    await node.call(author, 'PUT', `${urlOf(post)}/like`)
    await vi.waitFor(async () => {
      const before = fromReplica()
      expect((await read()).body.likeCount).toBe(1)
      expect(fromReplica()).toBe(before)
    }, PATIENT)
    await all.resume()
    await untilReplicaIsUsed(reader)

    await all.promote()
    await vi.waitFor(async () => {
      const before = fromReplica()
      expect((await read()).status).toBe(200)
      expect(fromReplica()).toBe(before)
    }, PATIENT)
  }, 180_000)
})
