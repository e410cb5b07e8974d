import { randomUUID } from 'node:crypto'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { day, minute } from '#testing/clock.ts'
import { aPet, aPost, aStory, aUser, type TestUser } from '#testing/given.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decide, undo } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'

const server = serverForFile({ MAIL: 'dev' })

type Body = { code: string }
const statusOf = async (who: TestUser | null, path: string) => (await server.call(who, 'GET', path)).status
const letters = (email: string) => server.mailbox.messages.filter(({ to }) => to === email)
const countsOf = (user: TestUser) =>
  server.deps.database.row<{ posts: number }>(sql`select post_count as posts from users where id = ${user.id}`)
const nameOfPhoto = async (id: string) =>
  (await server.deps.database.row<{ name: string }>(sql`select name from photos where id = ${id}`))?.name ?? ''
const photoStatus = async (id: string) => statusOf(null, `/media/${await nameOfPhoto(id)}/320.webp`)
const untilIn = (days: number) => new Date(server.clock.now().getTime() + days * day).toISOString()

describe('a post', () => {
  it('is taken down for everybody, its photos answer 410, and all of it comes back (M02)', async () => {
    const [desk, author, reader] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { caption: 'our #gate' })
    await server.call(reader, 'PUT', `/api/posts/${post.id}/like`)
    await server.call(author, 'PUT', `/api/posts/${post.id}/pin`)
    const [shown] = post.photos
    const report = await aReport(server, 'post', post.id, reader)
    const made = await decide(desk, report, { action: 'take-down', rule: 'private-details', note: 'A house number.' })
    expect(made).toMatchObject({
      status: 201,
      body: { closed: 1, decision: { action: 'take-down', by: desk.form.username } },
    })
    for (const who of [null, reader, author]) expect(await statusOf(who, `/api/posts/${post.id}`)).toBe(404)
    expect(await photoStatus(shown?.id ?? '')).toBe(410)
    expect(await countsOf(author)).toEqual({ posts: 0 })
    await server.runJobs()
    expect(letters(author.email).at(-1)?.text).toContain('A house number.')
    expect(letters(author.email).at(-1)?.text).toContain(`/decisions/${made.body.decision.id}`)

    expect(await undo(desk, made.body.decision.id, 'It is a public gate.')).toMatchObject({ status: 200 })
    expect(await desk.browser.call('GET', `/api/moderation/reports/${report}`)).toMatchObject({
      body: { state: 'open', notes: [{ by: desk.form.username, text: 'It is a public gate.' }] },
    })
    const back = await server.call(reader, 'GET', `/api/posts/${post.id}`)
    expect(back.body).toMatchObject({ caption: 'our #gate', likeCount: 1, likedByMe: true })
    expect(await photoStatus(shown?.id ?? '')).not.toBe(410)
    expect(await countsOf(author)).toEqual({ posts: 1 })
    const tagged = await server.call<PostPage>(reader, 'GET', '/api/tags/gate/posts')
    expect(tagged.body.posts.map(({ id }) => id)).toContain(post.id)
    expect(await undo(desk, made.body.decision.id)).toMatchObject({ status: 409 })
    // Its report waits again.
    expect(await decide(desk, report, { action: 'dismiss' })).toMatchObject({ status: 201 })
  })

  it('is hidden: its author sees it and cannot publish it; nobody else sees it', async () => {
    const [desk, author, reader] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const made = await decide(desk, await aReport(server, 'post', post.id), { action: 'hide' })
    expect(await statusOf(reader, `/api/posts/${post.id}`)).toBe(404)
    expect(await statusOf(author, `/api/posts/${post.id}`)).toBe(200)
    expect(await server.call<Body>(author, 'DELETE', `/api/posts/${post.id}/archive`)).toMatchObject({ status: 403 })
    await undo(desk, made.body.decision.id)
    expect(await statusOf(reader, `/api/posts/${post.id}`)).toBe(200)
  })

  it('that its author had archived comes back as an archived one', async () => {
    const [desk, author, reader] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const report = await aReport(server, 'post', post.id)
    await server.call(author, 'PUT', `/api/posts/${post.id}/archive`)
    const made = await decide(desk, report, { action: 'take-down' })
    await undo(desk, made.body.decision.id)
    expect([await statusOf(author, `/api/posts/${post.id}`), await statusOf(reader, `/api/posts/${post.id}`)]).toEqual([
      200, 404,
    ])
    expect(await countsOf(author)).toEqual({ posts: 0 })
  })

  it('is decided about once by two at the same time', async () => {
    const [one, two, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const post = await aPost(server, author)
    const [first, second] = [await aReport(server, 'post', post.id), await aReport(server, 'post', post.id)]
    const answers = await Promise.all([
      decide(one, first, { action: 'take-down' }),
      decide(two, second, { action: 'dismiss' }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(answers.find(({ status }) => status === 201)?.body.closed).toBe(2)
  })
})

describe('other things', () => {
  it('a comment leaves a gap that says so, and comes back with its likes', async () => {
    const [desk, author, talker] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const said = await server.call<{ id: string }>(talker, 'POST', `/api/posts/${post.id}/comments`, { text: 'rude' })
    await server.call(author, 'PUT', `/api/comments/${said.body.id}/like`)
    const answer = { text: 'please', parentId: said.body.id }
    await server.call(author, 'POST', `/api/posts/${post.id}/comments`, answer)
    const talk = async () =>
      (await server.call<{ comments: object[]; commentCount: number }>(null, 'GET', `/api/posts/${post.id}/comments`))
        .body
    const made = await decide(desk, await aReport(server, 'comment', said.body.id), { action: 'take-down' })
    expect(await talk()).toMatchObject({
      comments: [{ gone: 'by-moderator', text: '', author: null, likeCount: 0 }, { text: 'please' }],
      commentCount: 1,
    })
    await undo(desk, made.body.decision.id)
    expect(await talk()).toMatchObject({
      comments: [{ gone: null, text: 'rude', likeCount: 1 }, { text: 'please' }],
      commentCount: 2,
    })
  })

  it('a story, a pet’s page with whom it stands in for, and the words of a profile go and come back', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const story = await aStory(server, author)
    const pet = await aPet(server, [author])
    await server.call(author, 'PATCH', '/api/profile', { bio: 'rude words' })
    for (const [kind, id, path] of [
      ['story', story.id, `/api/stories/${story.id}`],
      ['pet', pet, `/api/pets/${pet}`],
    ] as const) {
      const made = await decide(desk, await aReport(server, kind, id), { action: 'take-down' })
      expect([kind, made.status, await statusOf(author, path)]).toEqual([kind, 201, 404])
      expect((await undo(desk, made.body.decision.id)).status).toBe(200)
      expect([kind, await statusOf(author, path)]).toEqual([kind, 200])
    }
    const bio = async () =>
      (await server.deps.database.row<{ bio: string }>(sql`select bio from users where id = ${author.id}`))?.bio
    const was = await bio()
    const made = await decide(desk, await aReport(server, 'user', author.id), { action: 'take-down' })
    expect(await bio()).toBe('')
    await undo(desk, made.body.decision.id)
    expect(await bio()).toBe(was)
  })
})

describe('who decides', () => {
  it('needs sudo mode, and a role; nobody decides about themself or an admin (M03, M04)', async () => {
    const [desk, other, admin] = [await aModerator(server), await aModerator(server), await aModerator(server, 'admin')]
    const [own, ofAdmin, ofOther] = [
      await aReport(server, 'user', desk.user.id),
      await aReport(server, 'user', admin.user.id),
      await aReport(server, 'user', other.user.id),
    ]
    expect(await decide(desk, own, { action: 'warn' })).toMatchObject({ status: 404 })
    for (const report of [ofAdmin, ofOther])
      expect(await decide(desk, report, { action: 'warn' })).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await decide(admin, ofOther, { action: 'warn' })).toMatchObject({ status: 201 })
    server.clock.advance(11 * minute)
    expect(await decide(other, own, { action: 'warn' })).toMatchObject({ status: 403, body: { code: 'sudo-required' } })
  })

  it('says what fits: a rule, an end within a year, and hiding for posts alone', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const report = await aReport(server, 'user', author.id)
    for (const asked of [
      { action: 'hide' },
      { action: 'suspend' },
      { action: 'suspend', until: untilIn(-1) },
      { action: 'suspend', until: untilIn(400) },
      { action: 'ban', until: untilIn(3) },
      { action: 'dismiss', rule: 'spam' },
      { action: 'explode' },
    ])
      expect(await decide(desk, report, asked as never)).toMatchObject({ status: 400 })
    expect(await decide(desk, randomUUID() as never, { action: 'warn' })).toMatchObject({ status: 404 })
  })

  it('bans nobody by a report that another has decided about, whatever else of theirs waits', async () => {
    const [desk, other, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const [report, also] = [
      await aReport(server, 'post', (await aPost(server, author)).id),
      await aReport(server, 'post', (await aPost(server, author)).id),
    ]
    await decide(other, report, { action: 'dismiss' })
    expect(await decide(desk, report, { action: 'ban' })).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await desk.browser.call('GET', `/api/moderation/reports/${also}`)).toMatchObject({
      body: { state: 'open', owner: { standing: { state: 'open' } } },
    })
  })

  it('answers with a ban whatever else of theirs waits, until it is undone', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const [one, two] = [await aPost(server, author), await aPost(server, author)]
    const [report, also] = [await aReport(server, 'post', one.id), await aReport(server, 'post', two.id)]
    const made = await decide(desk, report, { action: 'ban' })
    expect(made).toMatchObject({ status: 201, body: { closed: 2 } })
    const stateOf = async () =>
      (await desk.browser.call<{ state: string }>('GET', `/api/moderation/reports/${also}`)).body.state
    expect(await stateOf()).toBe('upheld')
    await undo(desk, made.body.decision.id)
    expect(await stateOf()).toBe('open')
  })
})

describe('who hears of a decision', () => {
  type Line = { type: string; actors: object[]; decisionId: string | null }
  const heard = async (who: TestUser) => {
    await server.runJobs()
    return (await server.call<{ notifications: Line[] }>(who, 'GET', '/api/notifications')).body.notifications
  }

  it('is whose it is, once for each step, and who reported it, who learns the outcome and no more', async () => {
    const [desk, author, reporter] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const report = await aReport(server, 'post', post.id, reporter)
    const made = await decide(desk, report, { action: 'take-down' })
    const { id } = made.body.decision
    expect(await heard(author)).toMatchObject([{ type: 'decision', decisionId: id, actors: [] }])
    expect(await heard(reporter)).toMatchObject([{ type: 'report-upheld', decisionId: null, actors: [] }])
    await undo(desk, id)
    expect((await heard(author)).map(({ type }) => type)).toEqual(['decision', 'decision'])
    const before = letters(author.email).length
    await decide(desk, report, { action: 'dismiss' })
    expect((await heard(reporter)).map(({ type }) => type)).toEqual(['report-dismissed', 'report-upheld'])
    expect(await heard(author)).toHaveLength(2)
    expect(letters(author.email)).toHaveLength(before)
  })
})

describe('a muted reporter', () => {
  it('is heard by nobody at the desk for ninety days, unless somebody else reports the same', async () => {
    const [desk, author, abusive] = [await aModerator(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author)
    const report = await aReport(server, 'post', post.id, abusive)
    const waits = async () => {
      const queue = await desk.browser.call<{ reports: { owner: { id: string } | null }[] }>(
        'GET',
        '/api/moderation/reports?kind=post&limit=50',
      )
      return queue.body.reports.some(({ owner }) => owner?.id === author.id)
    }
    expect(await waits()).toBe(true)
    const mute = `/api/moderation/reports/${report}/mute`
    expect(await desk.browser.call('PUT', mute)).toMatchObject({ status: 200, body: { muted: true } })
    expect(await waits()).toBe(false)
    // They are not told: reporting answers as ever.
    await aReport(server, 'user', author.id, abusive)
    await aReport(server, 'post', post.id)
    expect(await waits()).toBe(true)
    expect(await desk.browser.call('DELETE', mute)).toMatchObject({ body: { muted: false } })
    expect(await desk.browser.call('PUT', `/api/moderation/reports/${randomUUID()}/mute`)).toMatchObject({
      status: 404,
    })
  })
})
