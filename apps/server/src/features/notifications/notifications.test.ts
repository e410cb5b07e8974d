import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { second } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/fixtures.ts'
import { notificationHelpersFor } from '#testing/notifications.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()
const { happened, like, lines, list, unread } = notificationHelpersFor(server)
const advanceClock = () => server.clock.advance(second)

describe('like notifications', () => {
  it('group likes in one unread notification that lists each user once, latest like first', async () => {
    const [author, ann, ben, cleo] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const pet = await aPet(server, [author], 'Chapati')
    const post = await aPost(server, author, { pets: [pet] })
    for (const fan of [ann, ben, ann, cleo]) {
      advanceClock()
      await like(fan, post.id)
      await server.runJobs()
    }
    const [line] = (await list(author)).notifications
    expect(line).toMatchObject({
      type: 'like',
      actors: [{ username: cleo.username, followedByMe: false }, { username: ben.username }],
      actorCount: 3,
      unread: true,
      post: { id: post.id, mine: true, petName: 'Chapati', alt: '' },
      comment: null,
      updatedAt: server.clock.now().toISOString(),
    })
    expect(line?.post?.thumb).toMatch(/^\/media\/[0-9a-f]{32}\/320\.webp/)
    expect(await lines(author)).toHaveLength(1)
    expect(await unread(author)).toBe(1)
  })

  it('are not created for a user’s like of their own post, or for a repeated like', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await server.runJobs()
    await like(author, post.id)
    await like(author, post.id, 'DELETE')
    await like(fan, post.id, 'DELETE')
    const events = () => server.deps.database.rows(sql`select type from events`)
    expect(await events()).toEqual([])
    await like(fan, post.id)
    await like(fan, post.id)
    expect(await events()).toEqual([{ type: 'post-liked' }])
    await server.runJobs()
    expect(await events()).toEqual([])
  })

  it('omit a user who unlikes, and disappear when no user remains', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    for (const fan of [ann, ben]) await like(fan, post.id)
    await server.runJobs()
    expect(await lines(author)).toEqual([expect.stringContaining('(2)')])
    await like(ann, post.id, 'DELETE')
    await server.runJobs()
    expect(await lines(author)).toEqual([`*like: ${ben.username} (1)`])
    await like(ben, post.id, 'DELETE')
    await server.runJobs()
    expect(await lines(author)).toEqual([])
    expect(await unread(author)).toBe(0)
  })

  it('are not created for a removed like, and remain when an unlike event arrives after a new like', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await like(fan, post.id)
    await like(fan, post.id, 'DELETE')
    await server.runJobs()
    expect(await lines(author)).toEqual([])
    await like(fan, post.id)
    await server.runJobs()
    await happened('post-unliked', { postId: post.id, by: fan.id })
    expect(await lines(author)).toEqual([`*like: ${fan.username} (1)`])
  })

  it('group three likes in one notification when the outbox handles the likes in parallel', async () => {
    const [author, ...fans] = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await Promise.all(fans.map((fan) => like(fan, post.id)))
    const { events } = server.deps
    await Promise.all([events.drain(), events.drain(), events.drain()])
    expect(await lines(author)).toEqual([expect.stringMatching(/^\*like: .* \(3\)$/)])
  })

  it('group later likes in a new notification after the previous one was read', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await like(ann, post.id)
    await server.runJobs()
    await server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    advanceClock()
    await like(ben, post.id)
    await server.runJobs()
    expect(await lines(author)).toEqual([`*like: ${ben.username} (1)`, `like: ${ann.username} (1)`])
    await like(ann, post.id, 'DELETE')
    await server.runJobs()
    expect(await lines(author)).toEqual([`*like: ${ben.username} (1)`])
  })

  it('show the count of 151 users in one notification', async () => {
    const author = await aUser(server)
    const post = await aPost(server, author)
    const fan = await aUser(server)
    await like(fan, post.id)
    await server.runJobs()
    await server.deps.database.rows(sql`
      with people as (
        insert into users (id, username, fullname, email, state, time_zone, created_at)
        select gen_random_uuid(), 'many' || n, 'Many', 'many' || n || '@example.test', 'active', 'UTC', now()
        from generate_series(1, 150) n returning id),
      line as (update notifications set actor_count = 151 where user_id = ${author.id} returning id)
      insert into notification_actors (notification_id, actor_id, at)
      select line.id, people.id, now() + interval '1 day' from line, people`)
    expect((await list(author)).notifications[0]?.actorCount).toBe(151)
  })
})

describe('/api/notifications', () => {
  const follow = async (follower: TestUser, followee: TestUser) => {
    await givenFollow(server, follower, followee)
    await happened('user-followed', { userId: followee.id, by: follower.id })
  }

  it('returns 401 to visitors, and 404 for marking another user’s notification as read', async () => {
    const [user, other] = [await aUser(server), await aUser(server)]
    await follow(other, user)
    const [line] = (await list(user)).notifications
    for (const path of ['', '/unread', '/settings'])
      expect((await server.call(null, 'GET', `/api/notifications${path}`)).status).toBe(401)
    const markRead = (viewer: TestUser | null) => server.call(viewer, 'PUT', `/api/notifications/${line?.id}/read`)
    expect((await markRead(null)).status).toBe(401)
    expect((await markRead(other)).status).toBe(404)
    expect(await unread(user)).toBe(1)
    const response = await markRead(user)
    expect([response.status, response.body]).toEqual([200, { unread: 0 }])
    expect((await markRead(user)).body).toEqual({ unread: 0 })
    expect(await lines(user)).toEqual([`follow: ${other.username} (1)`])
  })

  it('returns 400 for invalid queries, ids, types and bodies', async () => {
    const user = await aUser(server)
    const status = async (method: 'GET' | 'PUT', path: string, body?: unknown) =>
      (await server.call(user, method, `/api/notifications${path}`, body)).status
    expect(await status('GET', '?part=other')).toBe(400)
    expect(await status('GET', '?cursor=abc')).toBe(400)
    expect(await status('PUT', '/read', { upTo: 'now' })).toBe(400)
    expect(await status('PUT', '/read', {})).toBe(400)
    expect(await status('PUT', '/nobody/read')).toBe(400)
    expect(await status('PUT', '/settings/none', { on: true })).toBe(400)
    expect(await status('PUT', '/settings/like', {})).toBe(400)
  })

  it('does not mark a notification as read if a user was added to it after the list was loaded', async () => {
    const [user, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, user)
    await like(ann, post.id)
    await follow(ann, user)
    const upTo = (await list(user)).notifications[0]?.updatedAt
    advanceClock()
    await like(ben, post.id)
    await server.runJobs()
    const response = await server.call(user, 'PUT', '/api/notifications/read', { upTo })
    expect([response.status, response.body]).toEqual([200, { unread: 1 }])
    expect(await lines(user)).toEqual([`*like: ${ben.username}, ${ann.username} (2)`, `follow: ${ann.username} (1)`])
  })

  it('returns every notification once across pages, and filters by `part`', async () => {
    const [user, fan] = [await aUser(server), await aUser(server)]
    const posts = []
    for (let n = 0; n < 7; n++) posts.push(await aPost(server, user))
    for (const [n, post] of posts.entries()) {
      if (n % 2 === 0) advanceClock()
      await like(fan, post.id)
      await server.runJobs()
    }
    const postIds: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(5)
      const page = await list(user, `?limit=3${cursor && `&cursor=${cursor}`}`)
      postIds.push(...page.notifications.map(({ post }) => post?.id ?? ''))
      cursor = page.cursor
    }
    expect(postIds.toSorted()).toEqual(posts.map(({ id }) => id as string).toSorted())
    await happened('post-published', { postId: (await aPost(server, fan)).id, by: fan.id, mentions: [user.id] })
    expect(await lines(user, '?part=mentions')).toEqual([`*mention: ${fan.username} (1)`])
    expect(await lines(user, '?part=pets')).toEqual([])
  })

  it('omits a notification from list and count when its post or all its actors become invisible', async () => {
    const [user, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const [ownPost, foreignPost] = [await aPost(server, user), await aPost(server, ann, { audience: 'everyone' })]
    await like(ann, ownPost.id)
    await like(ben, ownPost.id)
    await server.runJobs()
    await happened('post-published', { postId: foreignPost.id, by: ann.id, mentions: [user.id] })
    expect(await unread(user)).toBe(2)
    await server.call(ann, 'PATCH', `/api/posts/${foreignPost.id}`, { audience: 'followers' })
    expect([await lines(user), await unread(user)]).toEqual([[expect.stringContaining('(2)')], 1])
    await markDeleted(server, ben)
    expect(await lines(user)).toEqual([`*like: ${ann.username} (1)`])
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${ann.id}, ${user.id}, now())`)
    expect([await lines(user), await unread(user)]).toEqual([[], 0])
  })

  it('shows and counts three visible notifications that are older than 140 hidden ones', async () => {
    const [user, fan, deletedUser] = [await aUser(server), await aUser(server), await aUser(server)]
    await server.deps.database.rows(sql`
      with lines as (
        insert into notifications (id, user_id, type, group_key, actor_count, created_at, updated_at)
        select gen_random_uuid(), ${user.id}, 'request-accepted', 'g' || 1000 + n, 1, now(),
          now() - n * interval '1 minute'
        from generate_series(1, 143) n returning id, group_key)
      insert into notification_actors (notification_id, actor_id, at)
      select id, case when group_key > 'g1140' then ${fan.id}::uuid else ${deletedUser.id}::uuid end, now() from lines`)
    await markDeleted(server, deletedUser)
    const expectedLines = Array.from({ length: 3 }, () => `*request-accepted: ${fan.username} (1)`)
    expect([await lines(user), await unread(user), (await list(user)).unread]).toEqual([expectedLines, 3, 3])
  })

  it('returns an unread count of at most 100', async () => {
    const [user, fan] = [await aUser(server), await aUser(server)]
    await follow(fan, user)
    await server.deps.database.rows(sql`
      with lines as (
        insert into notifications (id, user_id, type, group_key, actor_count, created_at, updated_at)
        select gen_random_uuid(), ${user.id}, 'request-accepted', 'g' || n, 1, now(), now()
        from generate_series(1, 120) n returning id)
      insert into notification_actors (notification_id, actor_id, at) select id, ${fan.id}, now() from lines`)
    expect(await unread(user)).toBe(100)
  })
})
