import type { StatementOfReasons } from '@pawtrait/contract/moderation/decisions.ts'
import type { ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day, hour } from '#testing/clock.ts'
import { aPhoto, aPost, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { decideAsModerator } from '#testing/reports.ts'
import { serverForFile, startAnotherNode } from '#testing/server.ts'
import { deleteOldFingerprints, detectSpamWave } from './detect-spam-wave.ts'

const server = serverForFile({ SPAM_WAVE: '5', MAIL: 'dev' })

type Desk = Awaited<ReturnType<typeof aModerator>>
type WavePost = { author: TestUser; id: string }

const anotherText = () => `Win a lifetime of free kibble, my dear friends, with the word ${letters()} today`
let texts = 0
const letters = () => String(++texts + 1000).replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Creates one new account and one post per caption. */
async function createPosts(captions: readonly string[]): Promise<WavePost[]> {
  const posted: WavePost[] = []
  for (const caption of captions) {
    const author = await aUser(server)
    posted.push({ author, id: (await aPost(server, author, { caption })).id })
  }
  // Runs all queued jobs except the erasure of deleted posts, which must not run yet.
  await server.deps.jobs.drain(['erase-post'])
  return posted
}

/** Creates posts with the same text by new accounts. The texts differ only in parts that fingerprints ignore. */
const aWave = (count: number, text = anotherText()) =>
  createPosts(
    Array.from({ length: count }, (_, n) => {
      const variants = [`${text}!!! ${n}`, text.toUpperCase(), text.replaceAll('e', 'е'), `@user${n} ${text}`]
      return variants[n % 4] ?? text
    }),
  )

const readStatus = async (user: TestUser | null, id: string) =>
  (await server.call(user, 'GET', `/api/posts/${id}`)).status
const readStatuses = (posted: readonly WavePost[]) => Promise.all(posted.map(({ id }) => readStatus(null, id)))
const listQueue = async (desk: Desk, query = '') =>
  (await desk.browser.call<ReportQueue>('GET', `/api/moderation/reports?limit=50${query}`)).body.reports
const selectReport = (id: string) =>
  server.deps.database.row<{ id: string; wave: string }>(sql`
    select id, wave_id as wave from reports where subject_id = ${id} and reporter_id is null and state = 'open'`)
const findQueueRow = async (desk: Desk, id: string) => {
  const row = await selectReport(id)
  return row && (await listQueue(desk, `&wave=${row.wave}`)).find((line) => line.id === row.id)
}
const selectPostCount = (user: TestUser) =>
  server.deps.database.row(sql`select post_count as posts from users where id = ${user.id}`)

describe('spam wave of posts with the same text', () => {
  it('is hidden once a fifth post is added, and each author gets a statement of the decision', async () => {
    const [desk, reader] = [await aModerator(server), await aUser(server)]
    const text = anotherText()
    const firstFour = await aWave(4, text)
    expect(await readStatuses(firstFour)).toEqual([200, 200, 200, 200])
    const wavePosts = [...firstFour, ...(await aWave(1, text))]
    expect(await readStatuses(wavePosts)).toEqual([404, 404, 404, 404, 404])
    for (const { author } of wavePosts) await givenFollow(server, reader, author)
    for (const path of ['/api/explore?limit=50', '/api/feed?limit=50']) {
      const { body, status } = await server.call<PostPage>(reader, 'GET', path)
      const shown = new Set(body.posts.map(({ id }) => id as string))
      expect([path, status, wavePosts.filter(({ id }) => shown.has(id))]).toEqual([path, 200, []])
    }
    for (const { author, id } of wavePosts) {
      expect(await readStatus(author, id)).toBe(200)
      expect(await selectPostCount(author)).toEqual({ posts: 0 })
      const decisions = await server.call<{ statements: StatementOfReasons[] }>(author, 'GET', '/api/decisions')
      expect(decisions.body.statements).toMatchObject([
        { action: 'hide', rule: 'spam', automated: true, undoneAt: null },
      ])
    }
    const letter = server.mailbox.messages.filter(({ to }) => to === wavePosts[0]?.author.email).at(-1)?.text
    expect(letter).toContain('Many new accounts posted the same thing. A moderator will look at it.')
    expect(letter).not.toContain('The moderator writes')
    const line = await findQueueRow(desk, wavePosts[0]?.id ?? '')
    expect(line).toMatchObject({ kind: 'post', reason: 'other', reports: 1, wave: { size: 5 } })
    const waveReports = await listQueue(desk, `&wave=${line?.wave?.id}`)
    const owners = new Set(waveReports.map(({ owner }) => owner?.id))
    expect([waveReports.length, owners]).toEqual([wavePosts.length, new Set(wavePosts.map(({ author }) => author.id))])
  })

  it('becomes visible again after a moderator dismisses the reports, and later copies stay visible', async () => {
    const desk = await aModerator(server)
    const text = anotherText()
    const wavePosts = await aWave(6, text)
    const wave = (await findQueueRow(desk, wavePosts[0]?.id ?? ''))?.wave
    const reports = (await listQueue(desk, `&wave=${wave?.id}`)).map(({ id }) => id)
    const answer = await desk.browser.call<{ decided: object[] }>('POST', '/api/moderation/decisions', {
      reports,
      action: 'dismiss',
    })
    expect(answer.body.decided).toHaveLength(6)
    expect(await readStatuses(wavePosts)).toEqual([200, 200, 200, 200, 200, 200])
    for (const { author } of wavePosts) expect(await selectPostCount(author)).toEqual({ posts: 1 })
    const [{ author } = { author: null }] = wavePosts
    const decisions = await server.call<{ statements: StatementOfReasons[] }>(author, 'GET', '/api/decisions')
    expect(decisions.body.statements).toMatchObject([{ automated: true, undoneAt: expect.any(String) }])
    await server.runJobs()
    const letters = server.mailbox.messages.filter(({ to }) => to === author?.email).map(({ text }) => text)
    expect(letters.filter((text) => text.includes('was undone'))).toHaveLength(1)
    expect(await readStatuses(await aWave(1, text))).toEqual([200])
    expect(await listQueue(desk, `&wave=${wave?.id}`)).toEqual([])
  })

  it('includes a later post with the same text after a moderator has taken down an earlier post', async () => {
    const desk = await aModerator(server)
    const text = anotherText()
    const [first, ...others] = await aWave(5, text)
    if (!first) throw new Error('there is no wave')
    const line = await findQueueRow(desk, first.id)
    if (!line) throw new Error('it is not in the queue')
    expect(await decideAsModerator(desk, line.id, { action: 'take-down', rule: 'spam' })).toMatchObject({
      body: { closed: 1 },
    })
    expect(await readStatus(first.author, first.id)).toBe(404)
    const decisions = await server.call<{ statements: StatementOfReasons[] }>(first.author, 'GET', '/api/decisions')
    expect(decisions.body.statements).toMatchObject([
      { action: 'take-down', automated: false, undoneAt: null },
      { action: 'hide', automated: true, undoneAt: expect.any(String) },
    ])
    const [next] = await aWave(1, text)
    expect(await readStatus(null, next?.id ?? '')).toBe(404)
    expect((await findQueueRow(desk, others[0]?.id ?? ''))?.wave?.size).toBe(5)
  })

  it('is closed by one bulk decision that bans all 200 authors', { timeout: 120_000 }, async () => {
    const [desk, wavePosts] = [await aModerator(server), await aWave(200)]
    const id = (await selectReport(wavePosts[0]?.id ?? ''))?.wave
    expect((await listQueue(desk, `&wave=${id}`))[0]?.wave).toEqual({ id, size: 200 })
    const reports: string[] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const path: string = `/api/moderation/reports?limit=50&wave=${id}${cursor && `&cursor=${cursor}`}`
      const { body } = await desk.browser.call<ReportQueue>('GET', path)
      reports.push(...body.reports.map((line) => line.id))
      cursor = body.cursor
    }
    expect(reports).toHaveLength(200)
    const decision = { reports, action: 'ban', rule: 'spam' }
    const { body } = await desk.browser.call<{ decided: object[]; refused: object[] }>(
      'POST',
      '/api/moderation/decisions',
      decision,
    )
    expect([body.decided.length, body.refused]).toEqual([200, []])
    expect(await listQueue(desk, `&wave=${id}`)).toEqual([])
    const bannedProfile = await server.call<object>(null, 'GET', `/api/users/${wavePosts[7]?.author.username}`)
    expect(bannedProfile.status).toBe(404)
  })

  it('no longer includes a post once a moderator overturns its automatic decision on appeal', async () => {
    const desk = await aModerator(server)
    const [first] = await aWave(5)
    if (!first) throw new Error('there is no wave')
    const decisions = await server.call<{ statements: StatementOfReasons[] }>(first.author, 'GET', '/api/decisions')
    const path = `/api/decisions/${decisions.body.statements[0]?.id}`
    expect((await server.call(first.author, 'POST', `${path}/appeal`, { text: 'We are a choir.' })).status).toBe(200)
    const judgement = `/api/moderation/decisions/${decisions.body.statements[0]?.id}/judgement`
    expect((await desk.browser.call('POST', judgement, { outcome: 'overturned' })).status).toBe(200)
    expect(await readStatus(null, first.id)).toBe(200)
    expect(await findQueueRow(desk, first.id)).toBeUndefined()
  })
})

describe('spam detection', () => {
  it('ignores short texts, accounts older than a week, equal posts a day apart and posts by one account', async () => {
    const oldAccounts = []
    for (let n = 0; n < 5; n++) oldAccounts.push(await aUser(server))
    server.clock.advance(8 * day)
    expect(await readStatuses(await aWave(6, 'so cute, happy birthday to you!'))).toEqual([
      200, 200, 200, 200, 200, 200,
    ])
    const text = anotherText()
    const oldAccountPosts: WavePost[] = []
    for (const author of oldAccounts)
      oldAccountPosts.push({ author, id: (await aPost(server, author, { caption: text })).id })
    await server.runJobs()
    const newAccountPosts = await aWave(4, text)
    expect(await readStatuses([...oldAccountPosts, ...newAccountPosts])).toEqual(Array.from({ length: 9 }, () => 200))
    server.clock.advance(day + hour)
    expect(await readStatuses(await aWave(4, text))).toEqual([200, 200, 200, 200])
    const author = await aUser(server)
    const other = anotherText()
    const postsOfOneAuthor: WavePost[] = []
    for (let n = 0; n < 6; n++)
      postsOfOneAuthor.push({ author, id: (await aPost(server, author, { caption: other })).id })
    await server.runJobs()
    expect(await readStatuses(postsOfOneAuthor)).toEqual([200, 200, 200, 200, 200, 200])
  })

  it('hides five short posts with the same external link, but not with the same link to this instance', async () => {
    const postFiveTimes = async (text: string) => readStatuses(await createPosts(Array.from({ length: 5 }, () => text)))
    expect(await postFiveTimes('look http://localhost:3000/posts/1')).toEqual([200, 200, 200, 200, 200])
    expect(await postFiveTimes('look https://kibble.test/win?a=1')).toEqual([404, 404, 404, 404, 404])
  })

  it('hides all posts of a spam wave except those edited or deleted before the detection', async () => {
    const text = anotherText()
    const [deletedPost, editedPost, ...others] = await aWave(4, text)
    await server.call(deletedPost?.author ?? null, 'DELETE', `/api/posts/${deletedPost?.id}`)
    await server.call(editedPost?.author ?? null, 'PATCH', `/api/posts/${editedPost?.id}`, { caption: anotherText() })
    const more = await aWave(2, text)
    expect(await readStatuses([...others, ...more])).toEqual([404, 404, 404, 404])
    expect(await readStatus(null, editedPost?.id ?? '')).toBe(200)
    const [decisionCount] = await server.deps.database.rows<{ n: number }>(sql`
      select count(*)::int as n from decisions where subject_id = ${deletedPost?.id ?? ''}`)
    expect(decisionCount).toEqual({ n: 0 })
  })
})

describe('spam detection in comments and photos', () => {
  it('hides five comments with the same text, and restores them when a moderator dismisses the reports', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const post = await aPost(server, author)
    const text = anotherText()
    for (let n = 0; n < 5; n++)
      await server.call(await aUser(server), 'POST', `/api/posts/${post.id}/comments`, { text: `${text} ${n}` })
    await server.runJobs()
    const readComments = async () =>
      (
        await server.call<{ comments: { id: string }[]; commentCount: number }>(
          null,
          'GET',
          `/api/posts/${post.id}/comments`,
        )
      ).body
    expect((await readComments()).commentCount).toBe(0)
    const rows = await server.deps.database.rows<{ id: string; wave: string }>(sql`
      select r.id, r.wave_id as wave from reports r join comments c on c.id = r.comment_id
      where c.post_id = ${post.id}`)
    expect(new Set(rows.map(({ wave }) => wave)).size).toBe(1)
    expect(await listQueue(desk, `&wave=${rows[0]?.wave}`)).toHaveLength(5)
    for (const { id } of rows) await decideAsModerator(desk, id as never, { action: 'dismiss' })
    expect(await readComments()).toMatchObject({ commentCount: 5, comments: [{}, {}, {}, {}, {}] })
  })

  it('hides all five posts with similar photos when the fifth is posted', async () => {
    const picture = Array.from({ length: 119 }, (_, at) => (at % 3 === 0 ? '1' : '0')).join('')
    const posted: WavePost[] = []
    for (let n = 0; n < 5; n++) {
      const author = await aUser(server)
      const photo = await aPhoto(server, author)
      const similarHash =
        picture.slice(0, n).replaceAll(/./g, (digit) => (digit === '1' ? '0' : '1')) + picture.slice(n)
      await server.deps.database.rows(sql`update photos set likeness = ${similarHash}::bit(119) where id = ${photo}`)
      const created = await server.call<{ id: string }>(author, 'POST', '/api/posts', { photos: [{ id: photo }] })
      posted.push({ author, id: created.body.id })
      await server.runJobs()
      expect(await readStatus(null, created.body.id)).toBe(n < 4 ? 200 : 404)
    }
    expect(await readStatuses(posted)).toEqual([404, 404, 404, 404, 404])
  })
})

it('detectSpamWave reports each of six posts once when two processes run it concurrently', async () => {
  const text = anotherText()
  const posted: WavePost[] = []
  for (let n = 0; n < 6; n++) {
    const author = await aUser(server)
    posted.push({ author, id: (await aPost(server, author, { caption: text })).id })
  }
  const other = await startAnotherNode(server, { SPAM_WAVE: '5', MAIL: 'dev' })
  const nodes = [server, other].map(({ deps }) => createContext(deps, systemCaller))
  const detections = posted.flatMap(({ id }) => nodes.map((ctx) => detectSpamWave(ctx, { post: id as never })))
  await Promise.all(detections)
  await other.stop()
  expect(await readStatuses(posted)).toEqual([404, 404, 404, 404, 404, 404])
  const ids = `{${posted.map(({ id }) => id).join(',')}}`
  const [counts] = await server.deps.database.rows<object>(sql`
    select count(*)::int as reports, count(distinct subject_id)::int as things, count(distinct wave_id)::int as waves
    from reports where subject_id = any(${ids}::uuid[])`)
  expect(counts).toEqual({ reports: 6, things: 6, waves: 1 })
})

it('deleteOldFingerprints deletes text fingerprints after two days', async () => {
  const rows = async () => (await server.deps.database.rows(sql`select 1 from recent_words`)).length
  await aWave(2)
  expect(await rows()).toBeGreaterThan(0)
  server.clock.advance(2 * day + hour)
  await deleteOldFingerprints(createContext(server.deps, systemCaller))
  expect(await rows()).toBe(0)
})
