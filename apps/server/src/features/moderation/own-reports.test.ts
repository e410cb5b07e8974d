import type { DeskSummary, ReportDetails, ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { aPet, aPost, aUser, type TestUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { taggedJpeg } from '#testing/photos/images.ts'
import { readyPhoto } from '#testing/photos/photos.ts'
import { aReport, decideAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { appointModerator, dismissModerator } from './appoint-moderator.ts'

const server = serverForFile({ MAIL: 'dev' })

type Desk = Awaited<ReturnType<typeof aModerator>>
type Appeals = { appeals: { mine: boolean; decision: { id: string } }[] }

const listQueue = async ({ browser }: Desk, query: string) =>
  (await browser.call<ReportQueue>('GET', `/api/moderation/reports?limit=50${query}`)).body.reports
const listQueueIds = async (desk: Desk, query = '') => (await listQueue(desk, query)).map(({ id }) => id)
const readSummary = async ({ browser }: Desk) =>
  (await browser.call<DeskSummary>('GET', '/api/moderation/summary')).body
const listAppeals = async ({ browser }: Desk) =>
  (await browser.call<Appeals>('GET', '/api/moderation/appeals')).body.appeals
const appeal = (user: TestUser, decision: string) =>
  server.call(user, 'POST', `/api/decisions/${decision}/appeal`, { text: 'Please look again.' })

describe('report about a moderator', () => {
  it('is missing from that moderator’s queue and summary, and visible to other moderators', async () => {
    const [reported, other, reporter] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const post = await aPost(server, reported.user)
    const report = await aReport(server, 'post', post.id, reporter)
    const pet = await aPet(server, [await aUser(server), reported.user], 'Rex')
    const petReport = await aReport(server, 'pet', pet, reporter)
    const before = await readSummary(reported)
    const otherReport = await aReport(server, 'user', (await aUser(server)).id, reporter)
    expect((await readSummary(reported)).open).toBe(before.open + 1)
    expect((await readSummary(other)).open).toBe(before.open + 3)
    for (const query of ['', '&kind=post', '&kind=pet', '&trusted=1', `&owner=${reported.user.id}`]) {
      expect(await listQueueIds(reported, query)).not.toContain(report)
      expect(await listQueueIds(reported, query)).not.toContain(petReport)
    }
    expect(await listQueueIds(reported)).toContain(otherReport)
    expect(await listQueueIds(other)).toEqual(expect.arrayContaining([report, petReport, otherReport]))
    expect(await listQueueIds(other, `&owner=${reported.user.id}`)).toEqual([report])
  })

  it('cannot be read, annotated, assigned or decided by that moderator (404)', async () => {
    const [reported, other, reporter] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const { id: photoId } = await readyPhoto(server, reported.user, await taggedJpeg())
    const post = (await server.call<Post>(reported.user, 'POST', '/api/posts', { photos: [{ id: photoId }] })).body
    const report = await aReport(server, 'post', post.id, reporter)
    const path = `/api/moderation/reports/${report}`
    const photo = `${path}/photos/${photoId}`
    const status = async (desk: Desk, method: 'GET' | 'PUT' | 'DELETE' | 'POST', at: string, body?: unknown) =>
      (await desk.browser.call(method, at, body)).status
    expect(await status(other, 'GET', path)).toBe(200)
    expect((await server.call(other.user, 'GET', photo)).status).toBe(200)
    expect(await status(reported, 'GET', path)).toBe(404)
    expect((await server.call(reported.user, 'GET', photo)).status).toBe(404)
    expect(await status(reported, 'PUT', `${path}/assignment`)).toBe(404)
    expect(await status(reported, 'DELETE', `${path}/assignment`)).toBe(404)
    expect(await status(reported, 'POST', `${path}/notes`, { text: 'nothing here' })).toBe(404)
    expect(await decideAsModerator(reported, report, { action: 'dismiss' })).toMatchObject({ status: 404 })
    const several = { reports: [report], action: 'dismiss' }
    expect(await reported.browser.call('POST', '/api/moderation/decisions', several)).toMatchObject({
      body: { decided: [], refused: [{ report, code: 'not-found' }] },
    })
    expect(await listQueueIds(other)).toContain(report)
  })

  it('is hidden from that moderator’s list of decided reports, together with its appeal', async () => {
    const [reported, admin] = [await aModerator(server), await aModerator(server, 'admin')]
    const report = await aReport(server, 'user', reported.user.id)
    const { decision } = (await decideAsModerator(admin, report, { action: 'warn' })).body
    expect((await appeal(reported.user, decision.id)).status).toBe(200)
    expect(await listQueueIds(admin, '&state=decided')).toContain(report)
    expect(await listQueueIds(reported, '&state=decided')).not.toContain(report)
    expect((await listAppeals(admin)).map(({ decision: { id } }) => id)).toContain(decision.id)
    expect((await listAppeals(reported)).map(({ decision: { id } }) => id)).not.toContain(decision.id)
    expect((await readSummary(reported)).appeals).toBe((await readSummary(admin)).appeals - 1)
  })

  it('is not counted in the size of a spam wave that this moderator sees', async () => {
    const [reported, other] = [await aModerator(server), await aModerator(server)]
    const wave = crypto.randomUUID()
    const reports = []
    for (const author of [await aUser(server), reported.user]) {
      const report = await aReport(server, 'post', (await aPost(server, author)).id)
      await server.deps.database.rows(sql`update reports set wave_id = ${wave} where id = ${report}`)
      reports.push(report)
    }
    const [first = ''] = reports
    expect(await listQueue(other, `&wave=${wave}`)).toMatchObject([{ wave: { size: 2 } }, { wave: { size: 2 } }])
    expect(await listQueue(reported, `&wave=${wave}`)).toMatchObject([{ id: first, wave: { size: 1 } }])
  })
})

describe('muting a reporter', () => {
  const mute = (desk: Desk, report: string, method: 'PUT' | 'DELETE' = 'PUT') =>
    desk.browser.call<{ code: string; detail: string; muted: boolean }>(
      method,
      `/api/moderation/reports/${report}/mute`,
    )

  it('is allowed only to admins if the reporter has reported a moderator, and is logged without user ids', async () => {
    const [reported, other, admin] = [
      await aModerator(server),
      await aModerator(server),
      await aModerator(server, 'admin'),
    ]
    const reporter = await aUser(server)
    const reportAboutModerator = await aReport(server, 'user', reported.user.id, reporter)
    const reportAboutUser = await aReport(server, 'user', (await aUser(server)).id, reporter)
    expect(await mute(reported, reportAboutModerator)).toMatchObject({ status: 404 })
    const refused = await mute(reported, reportAboutUser)
    expect(refused).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect((await mute(other, reportAboutUser)).body).toMatchObject({ detail: refused.body.detail })
    expect(await listQueueIds(other)).toEqual(expect.arrayContaining([reportAboutModerator, reportAboutUser]))
    expect(await mute(admin, reportAboutUser)).toMatchObject({ status: 200, body: { muted: true } })
    expect(await listQueueIds(other)).not.toContain(reportAboutUser)
    expect(await mute(admin, reportAboutUser, 'DELETE')).toMatchObject({ status: 200, body: { muted: false } })
    const entries = await server.deps.database.rows<{ did: string; entry: string }>(sql`
      select entry::jsonb ->> 'did' as did, entry from moderation_log l
      where entry::jsonb ->> 'did' like 'reporter-%' order by l.seq desc limit 2`)
    expect(entries.map(({ did }) => did)).toEqual(['reporter-unmuted', 'reporter-muted'])
    for (const { entry } of entries) {
      expect(JSON.parse(entry)).toMatchObject({ about: { report: reportAboutUser } })
      for (const { user } of [reported, admin, { user: reporter }]) expect(entry).not.toContain(user.id)
    }
  })

  it('does not hide a later report about a moderator by that reporter', async () => {
    const [reported, other, reporter] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const first = await aReport(server, 'user', (await aUser(server)).id, reporter)
    expect(await mute(reported, first)).toMatchObject({ status: 200 })
    const reportAboutModerator = await aReport(server, 'user', reported.user.id, reporter)
    expect(await listQueueIds(other)).toContain(reportAboutModerator)
    expect(await listQueueIds(other)).not.toContain(first)
    const { body } = await other.browser.call<ReportDetails>('GET', `/api/moderation/reports/${reportAboutModerator}`)
    expect(body.said).toMatchObject([{ by: { id: reporter.id, muted: true } }])
  })
})

describe('moderator who was dismissed and appointed again', () => {
  it('gets 403 for judging an appeal against their own earlier decision', async () => {
    const [desk, other, author] = [await aModerator(server), await aModerator(server), await aUser(server)]
    const report = await aReport(server, 'user', author.id)
    const { decision } = (await decideAsModerator(desk, report, { action: 'warn' })).body
    expect((await appeal(author, decision.id)).status).toBe(200)
    const ctx = () => createContext(server.deps, systemCaller)
    await dismissModerator(ctx(), desk.form.username)
    await appointModerator(ctx(), desk.form.username, 'admin')
    const judge = (by: Desk) =>
      by.browser.call('POST', `/api/moderation/decisions/${decision.id}/judgement`, { outcome: 'upheld' })
    const own = (await listAppeals(desk)).find(({ decision: { id } }) => id === decision.id)
    expect(own).toMatchObject({ mine: true })
    expect(await judge(desk)).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await judge(other)).toMatchObject({ status: 200 })
  })
})
