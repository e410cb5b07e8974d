import { randomUUID } from 'node:crypto'
import type { Notification } from '@pawtrait/contract/notifications.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day, hour, minute } from '#testing/clock.ts'
import { aPet, aPost, aStory, aUser, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MAIL: 'dev' })

type Body = { code: string }
const readStatus = async (user: TestUser | null, path: string) => (await server.call(user, 'GET', path)).status
const letters = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const selectCounts = (user: TestUser) =>
  server.deps.database.row<{ posts: number }>(sql`select post_count as posts from users where id = ${user.id}`)
const selectMediaName = async (id: string) =>
  (await server.deps.database.row<{ name: string }>(sql`select name from photos where id = ${id}`))?.name ?? ''
const readPhotoStatus = async (id: string) => readStatus(null, `/media/${await selectMediaName(id)}/320.webp`)
const untilIn = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString()

describe('moderator’s decision about a post', () => {
  it('makes the post return 404 and its photos 410 until the take-down is undone (security check M02)', async () => {
    const [desk, author, reader] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { caption: 'our #gate' })
    await server.call(reader, 'PUT', `/api/posts/${post.id}/like`)
    await server.call(author, 'PUT', `/api/posts/${post.id}/pin`)
    const [photo] = post.photos
    const report = await aReport(server, 'post', post.id, reader)
    const response = await decideAsModerator(desk, report, {
      action: 'take-down',
      rule: 'private-details',
      note: 'A house number.',
    })
    expect(response).toMatchObject({
      status: 201,
      body: { closed: 1, decision: { action: 'take-down', by: desk.form.username } },
    })
    for (const user of [null, reader, author]) expect(await readStatus(user, `/api/posts/${post.id}`)).toBe(404)
    expect(await readPhotoStatus(photo?.id ?? '')).toBe(410)
    expect(await selectCounts(author)).toEqual({ posts: 0 })
    await server.runJobs()
    expect(letters(author.email).at(-1)?.text).toContain('A house number.')
    expect(letters(author.email).at(-1)?.text).toContain(`/decisions/${response.body.decision.id}`)

    expect(await undoAsModerator(desk, response.body.decision.id, 'It is a public gate.')).toMatchObject({
      status: 200,
    })
    expect(await desk.browser.call('GET', `/api/moderation/reports/${report}`)).toMatchObject({
      body: { state: 'open', notes: [{ by: desk.form.username, text: 'It is a public gate.' }] },
    })
    const restoredPost = await server.call(reader, 'GET', `/api/posts/${post.id}`)
    expect(restoredPost.body).toMatchObject({ caption: 'our #gate', likeCount: 1, likedByMe: true })
    expect(await readPhotoStatus(photo?.id ?? '')).not.toBe(410)
    expect(await selectCounts(author)).toEqual({ posts: 1 })
    const taggedPosts = await server.call<PostPage>(reader, 'GET', '/api/tags/gate/posts')
    expect(taggedPosts.body.posts.map(({ id }) => id)).toContain(post.id)
    expect(await undoAsModerator(desk, response.body.decision.id)).toMatchObject({ status: 409 })
    expect(await decideAsModerator(desk, report, { action: 'dismiss' })).toMatchObject({ status: 201 })
  })

  it('hides the post from other users, and stops the author from unarchiving the post (403)', async () => {
    const [desk, author, reader] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const response = await decideAsModerator(desk, await aReport(server, 'post', post.id), { action: 'hide' })
    expect(await readStatus(reader, `/api/posts/${post.id}`)).toBe(404)
    expect(await readStatus(author, `/api/posts/${post.id}`)).toBe(200)
    expect(await server.call<Body>(author, 'DELETE', `/api/posts/${post.id}/archive`)).toMatchObject({ status: 403 })
    await undoAsModerator(desk, response.body.decision.id)
    expect(await readStatus(reader, `/api/posts/${post.id}`)).toBe(200)
  })

  it('leaves an archived post archived after a take-down is undone', async () => {
    const [desk, author, reader] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const report = await aReport(server, 'post', post.id)
    await server.call(author, 'PUT', `/api/posts/${post.id}/archive`)
    const response = await decideAsModerator(desk, report, { action: 'take-down' })
    await undoAsModerator(desk, response.body.decision.id)
    expect([
      await readStatus(author, `/api/posts/${post.id}`),
      await readStatus(reader, `/api/posts/${post.id}`),
    ]).toEqual([200, 404])
    expect(await selectCounts(author)).toEqual({ posts: 0 })
  })

  it('is accepted from one of two concurrent moderators (201) and refused from the other (409)', async () => {
    const [first, second, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const post = await aPost(server, author)
    const reports = [await aReport(server, 'post', post.id), await aReport(server, 'post', post.id)] as const
    const answers = await Promise.all([
      decideAsModerator(first, reports[0], { action: 'take-down' }),
      decideAsModerator(second, reports[1], { action: 'dismiss' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 201)?.body.closed).toBe(2)
  })
})

describe('take-down', () => {
  it('replaces a comment with a "by-moderator" tombstone until undo restores text and likes', async () => {
    const [desk, author, commenter] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const comment = await server.call<{ id: string }>(commenter, 'POST', `/api/posts/${post.id}/comments`, {
      text: 'rude',
    })
    await server.call(author, 'PUT', `/api/comments/${comment.body.id}/like`)
    const answer = { text: 'please', parentId: comment.body.id }
    await server.call(author, 'POST', `/api/posts/${post.id}/comments`, answer)
    const readComments = async () =>
      (await server.call<{ comments: object[]; commentCount: number }>(null, 'GET', `/api/posts/${post.id}/comments`))
        .body
    const response = await decideAsModerator(desk, await aReport(server, 'comment', comment.body.id), {
      action: 'take-down',
    })
    expect(await readComments()).toMatchObject({
      comments: [{ gone: 'by-moderator', text: '', author: null, likeCount: 0 }, { text: 'please' }],
      commentCount: 1,
    })
    await undoAsModerator(desk, response.body.decision.id)
    expect(await readComments()).toMatchObject({
      comments: [{ gone: null, text: 'rude', likeCount: 1 }, { text: 'please' }],
      commentCount: 2,
    })
  })

  it('makes a story and a pet return 404, and empties a user’s bio, until the take-down is undone', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const story = await aStory(server, author)
    const pet = await aPet(server, [author])
    await server.call(author, 'PATCH', '/api/profile', { bio: 'rude words' })
    for (const [kind, id, path] of [
      ['story', story.id, `/api/stories/${story.id}`],
      ['pet', pet, `/api/pets/${pet}`],
    ] as const) {
      const response = await decideAsModerator(desk, await aReport(server, kind, id), { action: 'take-down' })
      expect([kind, response.status, await readStatus(author, path)]).toEqual([kind, 201, 404])
      expect((await undoAsModerator(desk, response.body.decision.id)).status).toBe(200)
      expect([kind, await readStatus(author, path)]).toEqual([kind, 200])
    }
    const bio = async () =>
      (await server.deps.database.row<{ bio: string }>(sql`select bio from users where id = ${author.id}`))?.bio
    const previousBio = await bio()
    const response = await decideAsModerator(desk, await aReport(server, 'user', author.id), { action: 'take-down' })
    expect(await bio()).toBe('')
    await undoAsModerator(desk, response.body.decision.id)
    expect(await bio()).toBe(previousBio)
  })
})

describe('POST /api/moderation/reports/:id/decisions', () => {
  it('returns 404 if the report is about the caller, 403 if about a moderator (security checks M03, M04)', async () => {
    const [desk, other, admin] = [await aModerator(server), await aModerator(server), await aModerator(server, 'admin')]
    const [own, ofAdmin, ofOther] = [
      await aReport(server, 'user', desk.user.id),
      await aReport(server, 'user', admin.user.id),
      await aReport(server, 'user', other.user.id),
    ]
    expect(await decideAsModerator(desk, own, { action: 'warn' })).toMatchObject({ status: 404 })
    for (const report of [ofAdmin, ofOther])
      expect(await decideAsModerator(desk, report, { action: 'warn' })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    expect(await decideAsModerator(admin, ofOther, { action: 'warn' })).toMatchObject({ status: 201 })
    server.clock.advance(11 * minute)
    expect(await decideAsModerator(other, own, { action: 'warn' })).toMatchObject({
      status: 403,
      body: { code: 'sudo-required' },
    })
  })

  it('returns 400 for an invalid action, rule or end date, and 404 for an unknown report', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const report = await aReport(server, 'user', author.id)
    for (const decision of [
      { action: 'hide' },
      { action: 'suspend' },
      { action: 'suspend', until: untilIn(-1) },
      { action: 'suspend', until: untilIn(400) },
      { action: 'ban', until: untilIn(3) },
      { action: 'dismiss', rule: 'spam' },
      { action: 'explode' },
    ])
      expect(await decideAsModerator(desk, report, decision as never)).toMatchObject({ status: 400 })
    expect(await decideAsModerator(desk, randomUUID() as never, { action: 'warn' })).toMatchObject({ status: 404 })
  })

  it('returns 409 for a ban if the report is already decided, and does not ban the author', async () => {
    const [desk, other, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const [report, also] = [
      await aReport(server, 'post', (await aPost(server, author)).id),
      await aReport(server, 'post', (await aPost(server, author)).id),
    ]
    await decideAsModerator(other, report, { action: 'dismiss' })
    expect(await decideAsModerator(desk, report, { action: 'ban' })).toMatchObject({
      status: 409,
      body: { code: 'conflict' },
    })
    expect(await desk.browser.call('GET', `/api/moderation/reports/${also}`)).toMatchObject({
      body: { state: 'open', owner: { standing: { state: 'open' } } },
    })
  })

  it('closes all open reports about a banned author, and reopens them when the ban is undone', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const [first, second] = [await aPost(server, author), await aPost(server, author)]
    const [report, also] = [await aReport(server, 'post', first.id), await aReport(server, 'post', second.id)]
    const response = await decideAsModerator(desk, report, { action: 'ban' })
    expect(response).toMatchObject({ status: 201, body: { closed: 2 } })
    const selectState = async () =>
      (await desk.browser.call<{ state: string }>('GET', `/api/moderation/reports/${also}`)).body.state
    expect(await selectState()).toBe('upheld')
    await undoAsModerator(desk, response.body.decision.id)
    expect(await selectState()).toBe('open')
  })
})

describe('notification of a decision', () => {
  type Line = Pick<Notification, 'type' | 'actors' | 'decisionId' | 'decision'>
  const listNotifications = async (user: TestUser) => {
    await server.runJobs()
    return (await server.call<{ notifications: Line[] }>(user, 'GET', '/api/notifications')).body.notifications
  }

  it('is sent to the author when the decision is made, and again when the decision is undone', async () => {
    const [desk, author, reporter] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const report = await aReport(server, 'post', post.id, reporter)
    const decided = await decideAsModerator(desk, report, { action: 'take-down' })
    const { id } = decided.body.decision
    const decision = { what: 'decided', action: 'take-down', kind: 'post', automated: false }
    expect(await listNotifications(author)).toMatchObject([{ type: 'decision', decisionId: id, decision, actors: [] }])
    expect(await listNotifications(reporter)).toMatchObject([{ type: 'report-upheld', decisionId: null, actors: [] }])
    await undoAsModerator(desk, id)
    expect((await listNotifications(author)).map((line) => line.decision?.what)).toEqual(['undone', 'decided'])
    const before = letters(author.email).length
    await decideAsModerator(desk, report, { action: 'dismiss' })
    expect((await listNotifications(reporter)).map(({ type }) => type)).toEqual(['report-dismissed', 'report-upheld'])
    expect(await listNotifications(author)).toHaveLength(2)
    expect(letters(author.email)).toHaveLength(before)
  })
})

describe('PUT /api/moderation/reports/:id/mute', () => {
  type Queue = { reports: { owner: { id: string } | null }[] }
  const isQueued = async (desk: Awaited<ReturnType<typeof aModerator>>, author: TestUser) => {
    const { body } = await desk.browser.call<Queue>('GET', '/api/moderation/reports?kind=post&limit=50')
    return body.reports.some(({ owner }) => owner?.id === author.id)
  }

  it('removes the muted user’s reports from the queue until another user reports the same post', async () => {
    const [desk, author, abusiveReporter] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const report = await aReport(server, 'post', post.id, abusiveReporter)
    const isWaiting = () => isQueued(desk, author)
    expect(await isWaiting()).toBe(true)
    const mute = `/api/moderation/reports/${report}/mute`
    expect(await desk.browser.call('PUT', mute)).toMatchObject({ status: 200, body: { muted: true } })
    expect(await isWaiting()).toBe(false)
    // A muted reporter still gets 201 for a new report.
    await aReport(server, 'user', author.id, abusiveReporter)
    await aReport(server, 'post', post.id)
    expect(await isWaiting()).toBe(true)
    expect(await desk.browser.call('DELETE', mute)).toMatchObject({ body: { muted: false } })
    expect(await desk.browser.call('PUT', `/api/moderation/reports/${randomUUID()}/mute`)).toMatchObject({
      status: 404,
    })
  })
  it('mutes the reporter for 90 days', async () => {
    const [desk, author, abusiveReporter] = [await aModerator(server), await aUser(server), await aUser(server)]
    const report = await aReport(server, 'post', (await aPost(server, author)).id, abusiveReporter)
    await desk.browser.call('PUT', `/api/moderation/reports/${report}/mute`)
    server.clock.advance(90 * day - hour)
    expect(await isQueued(await aModerator(server), author)).toBe(false)
    server.clock.advance(2 * hour)
    expect(await isQueued(await aModerator(server), author)).toBe(true)
  })
})
