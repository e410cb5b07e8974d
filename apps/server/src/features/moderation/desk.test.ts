import { randomUUID } from 'node:crypto'
import type { ReportDetails, ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPet, aPost, aStory, aUser, givenFollow, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aReport, decideAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { aSignedInUser } from '#testing/sign-in.ts'
import { appointModerator, dismissModerator } from './appoint-moderator.ts'

const server = serverForFile()

const report = (user: TestUser, type: string, id: string, reason = 'other', note = '') =>
  server.call(user, 'POST', '/api/reports', { subject: { type, id }, reason, note })

type Desk = Awaited<ReturnType<typeof aModerator>>
/** Reads all pages of the queue, filtered to the reports about one user. */
async function listQueue({ browser }: Desk, owner: { id: string }, query = '') {
  const reports: ReportQueue['reports'] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const url: string = `/api/moderation/reports?limit=3${query}${cursor && `&cursor=${cursor}`}`
    const page: { status: number; body: ReportQueue } = await browser.call<ReportQueue>('GET', url)
    expect(page.status).toBe(200)
    reports.push(...page.body.reports)
    cursor = page.body.cursor
  }
  return reports.filter((line) => line.owner?.id === owner.id)
}

const selectLogActions = (id: string) =>
  server.deps.database.rows<{ did: string }>(sql`
    select entry::jsonb ->> 'did' as did from moderation_log where entry::jsonb -> 'about' ->> 'report' = ${id}`)

describe('GET /api/moderation/reports', () => {
  it('returns 404 to a user before their appointment as a moderator and after their dismissal', async () => {
    const { browser, form } = await aSignedInUser(server)
    const nowhere = await browser.call<{ detail: string; code: string }>('GET', '/api/nowhere')
    const refused = async () => {
      for (const path of ['', `/${randomUUID()}`, `/${randomUUID()}/photos/${randomUUID()}`]) {
        const answer = await browser.call<{ detail: string; code: string }>('GET', `/api/moderation/reports${path}`)
        expect(answer.status).toBe(404)
        expect({ ...answer.body, requestId: '' }).toEqual({ ...nowhere.body, requestId: '' })
      }
    }
    await refused()
    expect(await server.call(null, 'GET', '/api/moderation/reports')).toMatchObject({ status: 404 })
    const ctx = () => createContext(server.deps, systemCaller)
    await appointModerator(ctx(), form.username.toUpperCase(), 'moderator')
    expect(await browser.call('GET', '/api/moderation/reports')).toMatchObject({ status: 200 })
    await dismissModerator(ctx(), form.username)
    await refused()
    await expect(dismissModerator(ctx(), form.username)).rejects.toThrow('is not a moderator')
    await expect(appointModerator(ctx(), 'unknown.one', 'admin')).rejects.toThrow('There is no active user')
  })

  it('returns each reported item once, most urgent and oldest first, in pages (security check M01)', async () => {
    const desk = await aModerator(server)
    const [author, first, second] = [await aUser(server), await aUser(server), await aUser(server)]
    const posts = [await aPost(server, author, { caption: 'one' }), await aPost(server, author, { caption: 'two' })]
    const pet = await aPet(server, [author], 'Rex')
    for (const { id } of posts) await report(first, 'post', id)
    await report(first, 'pet', pet, 'harassment')
    await report(second, 'post', posts[1]?.id ?? '', 'cruelty')
    await report(first, 'user', author.id)
    const lines = await listQueue(desk, author)
    expect(lines.map(({ kind, reason, reports }) => ({ kind, reason, reports }))).toEqual([
      { kind: 'post', reason: 'cruelty', reports: 2 },
      { kind: 'pet', reason: 'harassment', reports: 1 },
      { kind: 'post', reason: 'other', reports: 1 },
      { kind: 'user', reason: 'other', reports: 1 },
    ])
    expect(lines[0]?.excerpt).toBe('two')
    expect(await listQueue(desk, author, '&kind=pet')).toMatchObject([
      { kind: 'pet', owner: { username: author.username } },
    ])
    expect(await listQueue(desk, author, '&state=decided')).toEqual([])
  })

  it('returns decided reports, latest decision first, with action and moderator (state=decided)', async () => {
    const [desk, other, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const [older, newer] = [
      await aPost(server, author, { caption: 'one' }),
      await aPost(server, author, { caption: 'two' }),
    ]
    const [first, second] = [await aReport(server, 'post', older.id), await aReport(server, 'post', newer.id)]
    await aReport(server, 'post', older.id)
    await decideAsModerator(other, second, { action: 'hide' })
    await decideAsModerator(desk, first, { action: 'dismiss' })
    const lines = await listQueue(desk, author, '&state=decided')
    expect(lines.map(({ excerpt, reports, decided }) => ({ excerpt, reports, ...decided }))).toMatchObject([
      { excerpt: 'one', reports: 2, action: 'dismiss', by: desk.form.username },
      { excerpt: 'two', reports: 1, action: 'hide', by: other.form.username },
    ])
    expect(await listQueue(desk, author, '&state=decided&mine=1')).toMatchObject([{ excerpt: 'one' }])
    expect(await listQueue(desk, author)).toEqual([])
  })

  it('returns only the reports about one user, across pages, when filtered by owner', async () => {
    const [desk, author, other] = [await aModerator(server), await aUser(server), await aUser(server)]
    const posts = await Promise.all(Array.from({ length: 5 }, () => aPost(server, author)))
    const first = await aReport(server, 'post', posts[0]?.id ?? '')
    const others = await Promise.all(posts.slice(1).map(({ id }) => aReport(server, 'post', id)))
    await aReport(server, 'post', (await aPost(server, other)).id)
    await decideAsModerator(desk, first, { action: 'dismiss' })
    const ownerQuery = `owner=${author.id}`
    const listByOwner = (query: string) =>
      desk.browser.call<ReportQueue>('GET', `/api/moderation/reports?${ownerQuery}${query}`)
    const { body } = await listByOwner('&limit=3')
    const rest = await listByOwner(`&limit=3&cursor=${body.cursor}`)
    const ids = [...body.reports, ...rest.body.reports].map(({ id }) => id)
    expect(ids.toSorted()).toEqual(others.toSorted())
    expect(rest.body.cursor).toBeNull()
    expect((await listByOwner('&state=decided')).body.reports.map(({ id }) => id)).toEqual([first])
    expect((await listByOwner('&kind=pet')).body.reports).toEqual([])
  })

  it('marks a report as trusted if most earlier reports by its reporter were upheld (trusted=1)', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const [accurateReporter, inaccurateReporter] = [await aUser(server), await aUser(server)]
    const createReport = async (first: TestUser, second?: TestUser) => {
      const { id } = await aPost(server, author)
      const lead = await aReport(server, 'post', id, first)
      if (second) await report(second, 'post', id)
      return lead
    }
    const firstReport = await createReport(accurateReporter)
    const listTrusted = async (query = '') =>
      (await listQueue(desk, author, query)).flatMap((line) => (line.trusted ? [line.id] : []))
    expect(await listTrusted()).toEqual([])
    await decideAsModerator(desk, await createReport(accurateReporter), { action: 'hide' })
    await decideAsModerator(desk, await createReport(inaccurateReporter), { action: 'dismiss' })
    const reportByBoth = await createReport(inaccurateReporter, accurateReporter)
    const reportByInaccurate = await createReport(inaccurateReporter)
    expect(await listTrusted()).toEqual([firstReport, reportByBoth])
    expect((await listQueue(desk, author, '&trusted=1')).map(({ id }) => id)).toEqual([firstReport, reportByBoth])
    expect((await listQueue(desk, author)).map(({ id }) => id)).toContain(reportByInaccurate)
    await decideAsModerator(desk, firstReport, { action: 'dismiss' })
    expect(await listTrusted()).toEqual([])
  })

  it('returns 400 for an invalid state, kind, owner, cursor, limit or id, and 404 for an unknown id', async () => {
    const { browser } = await aModerator(server)
    for (const query of [
      'state=new',
      'kind=planet',
      'owner=x',
      'cursor=x',
      `cursor=9_x`,
      `state=decided&cursor=x`,
      'limit=0',
    ])
      expect(await browser.call('GET', `/api/moderation/reports?${query}`)).toMatchObject({ status: 400 })
    expect(await browser.call('GET', '/api/moderation/reports/x')).toMatchObject({ status: 400 })
    expect(await browser.call('GET', `/api/moderation/reports/${randomUUID()}`)).toMatchObject({ status: 404 })
  })
})

describe('GET /api/moderation/reports/:id', () => {
  it('returns current and reported text, the reporters’ notes and other reports about the author', async () => {
    const { browser, ...desk } = await aModerator(server)
    const [author, reporter, other] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, author, { caption: 'our gate' })
    const comment = await server.call<{ id: string }>(author, 'POST', `/api/posts/${post.id}/comments`, {
      text: 'call me',
    })
    await report(reporter, 'post', post.id, 'private-details', 'The house number.')
    await report(other, 'post', post.id)
    await report(other, 'comment', comment.body.id)
    await server.call(author, 'PATCH', `/api/posts/${post.id}`, { caption: 'changed' })
    const [line] = await listQueue({ browser, ...desk }, author)
    const details = await browser.call<ReportDetails>('GET', `/api/moderation/reports/${line?.id}`)
    expect(details.body).toMatchObject({
      kind: 'post',
      words: 'changed',
      isPublic: true,
      address: `/posts/${post.id}`,
      photos: [{ width: 1200, height: 900 }],
      owner: { username: author.username, posts: 1, upheld: 0 },
      alsoReported: [{ kind: 'comment', excerpt: 'call me' }],
    })
    expect(details.body.said).toHaveLength(2)
    expect(details.body.said.find(({ by }) => by?.id === reporter.id)).toMatchObject({
      reason: 'private-details',
      note: 'The house number.',
      words: 'our gate',
      by: { record: { upheld: 0, dismissed: 0 } },
    })
    expect(await selectLogActions(line?.id ?? '')).toEqual([])
    const publicPost = await server.call(author, 'GET', `/api/posts/${post.id}`)
    expect(publicPost.text).not.toContain(reporter.id)
  })

  it('returns the post and the parent comment of a reported comment', async () => {
    const desk = await aModerator(server)
    const [host, first, second] = [await aUser(server), await aUser(server), await aUser(server)]
    const post = await aPost(server, host, { caption: 'a kite' })
    const comment = async (user: TestUser, text: string, parentId?: string) =>
      (await server.call<{ id: string }>(user, 'POST', `/api/posts/${post.id}/comments`, { text, parentId })).body.id
    const question = await comment(first, 'Which dog is it?')
    const reported = await aReport(server, 'comment', await comment(second, 'lol', question))
    const readReport = async (report: string) =>
      (await desk.browser.call<ReportDetails>('GET', `/api/moderation/reports/${report}`)).body
    const under = { post: { by: host.username, words: 'a kite' } }
    expect(await readReport(reported)).toMatchObject({
      words: 'lol',
      under: { ...under, answers: { by: first.username, words: 'Which dog is it?' } },
      owner: { standing: { state: 'open', until: null } },
    })
    expect(await readReport(await aReport(server, 'comment', question))).toMatchObject({
      under: { ...under, answers: null },
    })
    const ofPost = await aReport(server, 'post', post.id)
    expect(await readReport(ofPost)).toMatchObject({ under: null })
    for (const [action, state] of [
      ['limit', 'limited'],
      ['suspend', 'suspended'],
      ['ban', 'banned'],
    ] as const) {
      const until = new Date(server.clock.now().getTime() + 86_400_000).toISOString()
      const report = await aReport(server, 'user', host.id).catch(() => ofPost)
      await decideAsModerator(desk, report, { action, ...(action === 'suspend' && { until }) })
      expect((await readReport(ofPost)).owner?.standing).toEqual({ state, until: action === 'suspend' ? until : null })
    }
  })

  it('logs each view of private posts, stories and their photos, but no view of public pets and users', async () => {
    const { browser, ...desk } = await aModerator(server)
    const [author, reporter] = [await aUser(server), await aUser(server)]
    await givenFollow(server, reporter, author)
    const privatePost = await aPost(server, author, { audience: 'followers', caption: 'for few' })
    const story = await aStory(server, author, { caption: 'look', audience: 'followers' })
    const pet = await aPet(server, [author], 'Rex')
    for (const [type, id] of [
      ['post', privatePost.id],
      ['story', story.id],
      ['pet', pet],
      ['user', author.id],
    ] as const)
      expect(await report(reporter, type, id)).toMatchObject({ status: 201 })
    expect(await browser.call('GET', `/api/posts/${privatePost.id}`)).toMatchObject({ status: 404 })
    for (const { id, kind } of await listQueue({ browser, ...desk }, author)) {
      const { body } = await browser.call<ReportDetails>('GET', `/api/moderation/reports/${id}`)
      const isPublic = kind === 'pet' || kind === 'user'
      expect({ kind, isPublic: body.isPublic }).toEqual({ kind, isPublic })
      expect(await selectLogActions(id)).toEqual(isPublic ? [] : [{ did: 'looked' }])
      const [photo] = body.photos
      if (!photo || isPublic) continue
      const none = `/api/moderation/reports/${id}/photos/01900000-0000-7000-8000-000000000001`
      expect((await browser.call('GET', none)).status).toBe(404)
      await browser.call('GET', `/api/moderation/reports/${id}/photos/${photo.id}`)
      expect(await selectLogActions(id)).toEqual([{ did: 'looked' }, { did: 'looked' }])
    }
  })
})

describe('moderation log', () => {
  it('denies update, delete, truncate and alter table to the app’s database role', async () => {
    await aModerator(server)
    const { database } = server.deps
    for (const statement of [
      sql`update moderation_log set entry = '{}'`,
      sql`delete from moderation_log`,
      sql`update moderation_log set seq = seq + 1`,
      sql`truncate moderation_log`,
      sql`alter table moderation_log disable trigger user`,
      sql`update moderation_log_heads set signature = ''`,
      sql`delete from moderation_log_heads`,
      sql`update moderation_log_macs set mac = ''`,
      sql`delete from moderation_log_macs`,
    ])
      await expect(database.rows(statement)).rejects.toThrow(/permission denied|must be owner/)
  })
})
