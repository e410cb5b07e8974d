import { randomUUID } from 'node:crypto'
import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId } from '@pawtrait/contract/ids.ts'
import { NotificationPage, type NotificationType, type Unread } from '@pawtrait/contract/notifications.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import type { EventTypes } from '#app/event-types.ts'
import type { EventType } from '#platform/events.ts'
import { second } from '#testing/clock.ts'
import { aPet, aPost, aUser, givenFollow, markDeleted, type TestUser } from '#testing/given.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile()

const list = async (who: TestUser, query = '') => {
  const answer = await server.call(who, 'GET', `/api/notifications${query}`)
  expect(answer.status).toBe(200)
  return v.parse(NotificationPage, answer.body)
}

/** The lines as sentences: type, who, how many, read or not. */
const lines = async (who: TestUser, query = '') =>
  (await list(who, query)).notifications.map(
    ({ type, actors, actorCount, unread }) =>
      `${unread ? '*' : ''}${type}: ${actors.map(({ username }) => username).join(', ')} (${actorCount})`,
  )

const unread = async (who: TestUser) => (await server.call<Unread>(who, 'GET', '/api/notifications/unread')).body.unread

const like = (who: TestUser, post: string, method: 'PUT' | 'DELETE' = 'PUT') =>
  server.call(who, method, `/api/posts/${post}/like`)

async function happened<Type extends EventType>(type: Type, data: EventTypes[Type]) {
  await server.deps.events.emit(server.deps.database, type, data)
  await server.runJobs()
}

const later = () => server.clock.advance(second)

/** Somebody comments, and what follows follows. */
async function says(who: TestUser, post: { id: string }, text: string, to?: string) {
  const body = { text, parentId: to ?? null }
  const written = await server.call<Comment>(who, 'POST', `/api/posts/${post.id}/comments`, body)
  expect(written.status).toBe(201)
  await server.runJobs()
  return written.body.id
}

describe('likes', () => {
  it('are one line while it is unread, each person once, the last one first', async () => {
    const [author, ann, ben, cleo] = [
      await aUser(server),
      await aUser(server),
      await aUser(server),
      await aUser(server),
    ]
    const pet = await aPet(server, [author], 'Chapati')
    const post = await aPost(server, author, { pets: [pet] })
    for (const who of [ann, ben, ann, cleo]) {
      later()
      await like(who, post.id)
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

  it('of one own post, and those that change nothing, are no event', async () => {
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

  it('taken back leave the line, and take it along when nobody is left', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    for (const who of [ann, ben]) await like(who, post.id)
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

  it('given and taken back before anybody looked are no news, in whatever order they are heard', async () => {
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

  it('of two at once are one line with two', async () => {
    const [author, ...fans] = [await aUser(server), await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await Promise.all(fans.map((fan) => like(fan, post.id)))
    const { events } = server.deps
    await Promise.all([events.drain(), events.drain(), events.drain()])
    expect(await lines(author)).toEqual([expect.stringMatching(/^\*like: .* \(3\)$/)])
  })

  it('begin a new line once the old one was read', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await like(ann, post.id)
    await server.runJobs()
    await server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    later()
    await like(ben, post.id)
    await server.runJobs()
    expect(await lines(author)).toEqual([`*like: ${ben.username} (1)`, `like: ${ann.username} (1)`])
    await like(ann, post.id, 'DELETE')
    await server.runJobs()
    expect(await lines(author)).toEqual([`*like: ${ben.username} (1)`])
  })

  it('by very many are counted without reading them all', async () => {
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

describe('talk', () => {
  it('tells of comments, grouped, with the newest words', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    await says(ann, post, 'So soft')
    later()
    const newest = await says(ben, post, 'So loud')
    const [line] = (await list(author)).notifications
    expect(line).toMatchObject({ type: 'comment', actorCount: 2, comment: { id: newest, text: 'So loud' } })
    await says(author, post, 'Thank you both')
    expect(await lines(author)).toEqual([`*comment: ${ben.username}, ${ann.username} (2)`])
  })

  it('tells each person once: who is answered, who is named, whose post it is', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const first = await says(ann, post, 'Which breed?')
    await server.call(author, 'PUT', '/api/notifications/read', { upTo: server.clock.now().toISOString() })
    later()
    const both = `A tortoise, @${ann.username} and @${author.username}`
    await says(ben, post, both, first)
    expect(await lines(ann)).toEqual([`*reply: ${ben.username} (1)`])
    expect((await list(ann)).notifications[0]).toMatchObject({
      comment: { text: both },
      post: { mine: false },
    })
    expect(await lines(author)).toEqual([`*mention: ${ben.username} (1)`, `comment: ${ann.username} (1)`])
  })

  it('takes the person out when the comment goes, and the line when nobody is left', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const first = await says(ann, post, 'one')
    const second = await says(ben, post, 'two')
    await server.call(ben, 'DELETE', `/api/comments/${second}`)
    expect(await lines(author)).toEqual([`*comment: ${ann.username} (1)`])
    expect(await unread(author)).toBe(1)
    // With an answer under it the comment stays as a husk.
    await says(author, post, 'an answer', first)
    expect(await lines(ann)).toEqual([`*reply: ${author.username} (1)`])
    await server.call(ann, 'DELETE', `/api/comments/${first}`)
    expect([await lines(author), await unread(author), await lines(ann)]).toEqual([[], 0, []])
  })

  it('tells of likes on a comment, and takes them back', async () => {
    const [author, ann] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const said = await says(ann, post, 'look')
    const given = (yes: boolean) =>
      server.deps.database.rows(
        yes
          ? sql`insert into comment_likes (comment_id, user_id, created_at) values (${said}, ${author.id}, now())`
          : sql`delete from comment_likes where comment_id = ${said}`,
      )
    await given(true)
    await happened('comment-liked', { commentId: said, by: author.id })
    expect((await list(ann)).notifications).toMatchObject([
      { type: 'comment-like', actorCount: 1, comment: { id: said, text: 'look' }, post: { id: post.id } },
    ])
    await given(false)
    await happened('comment-unliked', { commentId: said, by: author.id })
    expect(await lines(ann)).toEqual([])
    await happened('comment-liked', { commentId: randomUUID() as CommentId, by: author.id })
  })

  it('tells who is named in a caption, when they may see the post', async () => {
    const [author, fan, stranger] = [await aUser(server), await aUser(server), await aUser(server)]
    await givenFollow(server, fan, author)
    const caption = `With @${fan.username}, @${stranger.username} and @${author.username}`
    await aPost(server, author, { caption, audience: 'followers' })
    await server.runJobs()
    expect(await lines(fan)).toEqual([`*mention: ${author.username} (1)`])
    expect([await lines(stranger), await lines(author)]).toEqual([[], []])
  })
})

describe('the list', () => {
  const follow = async (follower: TestUser, whom: TestUser) => {
    await givenFollow(server, follower, whom)
    await happened('user-followed', { userId: whom.id, by: follower.id })
  }

  it('is for those who are signed in, and of their own lines', async () => {
    const [one, other] = [await aUser(server), await aUser(server)]
    await follow(other, one)
    const [line] = (await list(one)).notifications
    for (const path of ['', '/unread', '/settings'])
      expect((await server.call(null, 'GET', `/api/notifications${path}`)).status).toBe(401)
    const read = (who: TestUser | null) => server.call(who, 'PUT', `/api/notifications/${line?.id}/read`)
    expect((await read(null)).status).toBe(401)
    expect((await read(other)).status).toBe(404)
    expect(await unread(one)).toBe(1)
    const done = await read(one)
    expect([done.status, done.body]).toEqual([200, { unread: 0 }])
    expect((await read(one)).body).toEqual({ unread: 0 })
    expect(await lines(one)).toEqual([`follow: ${other.username} (1)`])
  })

  it('refuses what it cannot read', async () => {
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

  it('leaves unread what came after the page was read', async () => {
    const [user, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, user)
    await like(ann, post.id)
    await follow(ann, user)
    const upTo = (await list(user)).notifications[0]?.updatedAt
    later()
    await like(ben, post.id)
    await server.runJobs()
    const read = await server.call(user, 'PUT', '/api/notifications/read', { upTo })
    expect([read.status, read.body]).toEqual([200, { unread: 1 }])
    expect(await lines(user)).toEqual([`*like: ${ben.username}, ${ann.username} (2)`, `follow: ${ann.username} (1)`])
  })

  it('comes in pages, none twice and none missing, and in parts', async () => {
    const [user, fan] = [await aUser(server), await aUser(server)]
    const posts = []
    for (let n = 0; n < 7; n++) posts.push(await aPost(server, user))
    for (const [n, post] of posts.entries()) {
      if (n % 2 === 0) later()
      await like(fan, post.id)
      await server.runJobs()
    }
    const seen: string[] = []
    let cursor: string | null = ''
    for (let pages = 0; cursor !== null; pages++) {
      expect(pages).toBeLessThan(5)
      const page = await list(user, `?limit=3${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.notifications.map(({ post }) => post?.id ?? ''))
      cursor = page.cursor
    }
    expect(seen.toSorted()).toEqual(posts.map(({ id }) => id as string).toSorted())
    await happened('post-published', { postId: (await aPost(server, fan)).id, by: fan.id, mentions: [user.id] })
    expect(await lines(user, '?part=mentions')).toEqual([`*mention: ${fan.username} (1)`])
    expect(await lines(user, '?part=pets')).toEqual([])
  })

  it('has no line whose post, or whose last person, is not there for the reader', async () => {
    const [user, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const [one, two] = [await aPost(server, user), await aPost(server, ann, { audience: 'everyone' })]
    await like(ann, one.id)
    await like(ben, one.id)
    await server.runJobs()
    await happened('post-published', { postId: two.id, by: ann.id, mentions: [user.id] })
    expect(await unread(user)).toBe(2)
    await server.call(ann, 'PATCH', `/api/posts/${two.id}`, { audience: 'followers' })
    expect([await lines(user), await unread(user)]).toEqual([[expect.stringContaining('(2)')], 1])
    await markDeleted(server, ben)
    expect(await lines(user)).toEqual([`*like: ${ann.username} (1)`])
    await server.deps.database.rows(sql`
      insert into blocks (blocker_id, blocked_id, created_at) values (${ann.id}, ${user.id}, now())`)
    expect([await lines(user), await unread(user)]).toEqual([[], 0])
  })

  it('counts up to a hundred', async () => {
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

describe('settings and mutes', () => {
  const kinds = async (who: TestUser) =>
    (await server.call<{ off: NotificationType[] }>(who, 'GET', '/api/notifications/settings')).body.off
  const set = (who: TestUser, type: string, on: boolean) =>
    server.call(who, 'PUT', `/api/notifications/settings/${type}`, { on })

  it('switch one kind off and on again', async () => {
    const [author, fan] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    expect(await kinds(author)).toEqual([])
    for (const _ of [1, 2]) expect((await set(author, 'like', false)).body).toEqual({ off: ['like'] })
    await like(fan, post.id)
    await says(fan, post, 'hello')
    expect(await lines(author)).toEqual([`*comment: ${fan.username} (1)`])
    expect((await set(author, 'like', true)).body).toEqual({ off: [] })
    await like(fan, (await aPost(server, author)).id)
    await server.runJobs()
    expect(await lines(author)).toHaveLength(2)
  })

  it('tell as the next kind what fits two, when the first is off', async () => {
    const [author, ann] = [await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const mine = await says(author, post, 'mine')
    await set(author, 'reply', false)
    await says(ann, post, 'an answer', mine)
    expect(await lines(author)).toEqual([`*comment: ${ann.username} (1)`])
  })

  it('keep a post quiet for whoever mutes it', async () => {
    const [author, ann, ben] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const mute = (who: TestUser | null, method: 'GET' | 'PUT' | 'DELETE') =>
      server.call(who, method, `/api/posts/${post.id}/mute`)
    expect((await mute(author, 'GET')).body).toEqual({ mutedByMe: false })
    for (const _ of [1, 2]) expect((await mute(author, 'PUT')).body).toEqual({ mutedByMe: true })
    expect((await mute(author, 'GET')).body).toEqual({ mutedByMe: true })
    expect((await mute(null, 'PUT')).status).toBe(401)
    await like(ann, post.id)
    const said = await says(ann, post, 'hello')
    await says(ben, post, 'hi', said)
    expect([await lines(author), await lines(ann)]).toEqual([[], [`*reply: ${ben.username} (1)`]])
    expect((await mute(author, 'DELETE')).body).toEqual({ mutedByMe: false })
    await says(ann, post, 'again')
    expect(await lines(author)).toHaveLength(1)
  })

  it('keep a person quiet', async () => {
    const [author, loud, ann] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const mute = (method: 'GET' | 'PUT' | 'DELETE', whom = loud.id) =>
      server.call(author, method, `/api/users/${whom}/mute`)
    expect((await mute('PUT', author.id)).status).toBe(400)
    for (const _ of [1, 2]) expect((await mute('PUT')).body).toEqual({ mutedByMe: true })
    expect((await mute('GET')).body).toEqual({ mutedByMe: true })
    later()
    await mute('PUT', ann.id)
    const muted = () =>
      server.call<{ users: { username: string }[]; cursor: string }>(author, 'GET', '/api/mutes?limit=1')
    const { body } = await muted()
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
