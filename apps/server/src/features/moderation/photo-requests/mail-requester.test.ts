import type { ReportId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aPhotoRequest, photoRequestForm } from '#testing/photo-requests.ts'
import { decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { purgePhotoRequests } from './purge-photo-requests.ts'

const server = serverForFile({ PROOF_ROUNDS: '2', MAIL: 'dev' })
const form = () => photoRequestForm(server)

describe('e-mail to the requester of a photo take-down', () => {
  it('reports the take-down and its undo, without the text or URL that the requester sent', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id, photos } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    const { reference } = (await form().send(body)).body
    await form().letters(body.email)
    const [report] = await form().reportsOf(id)
    const decided = await decideAsModerator(desk, report?.id as ReportId, { action: 'take-down', rule: 'children' })
    expect(decided.status).toBe(201)
    const file = await form().fileOf(photos[0]?.id)
    expect((await server.call(null, 'GET', file)).status).toBe(410)
    expect((await form().stateOf(reference.toLowerCase().replace('-', ' '))).body).toEqual({ state: 'taken-down' })
    expect((await form().letters(body.email))[0]?.subject).toBe('The photo was taken down')
    await undoAsModerator(desk, decided.body.decision.id)
    expect((await form().stateOf(reference)).body).toEqual({ state: 'waiting' })
    const all = await form().letters(body.email)
    expect(all.map(({ subject }) => subject)).toEqual([
      'We are looking at the photo again',
      'The photo was taken down',
      'We received your request to take a photo down',
    ])
    for (const { text, html } of all)
      for (const part of [text, html]) expect(part).not.toMatch(/My son|my-child|\/posts\//)
  })

  it('says that the photo remains online when the request is dismissed, without the moderator’s note', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    await form().send(body)
    await form().letters(body.email)
    const [report] = await form().reportsOf(id)
    await decideAsModerator(desk, report?.id as ReportId, { action: 'dismiss', note: 'for the owner alone' })
    const [letter] = await form().letters(body.email)
    expect(letter?.text).toContain('It stays')
    expect(letter?.text).toContain('To answer')
    expect(letter?.text).not.toContain('for the owner')
  })

  it('is sent to one address at most five times a day; further e-mails are delayed by 24 hours', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const body = aPhotoRequest('')
    for (let n = 0; n < 6; n++) {
      const { id } = await aPost(server, author)
      await form().send({ ...body, address: `/posts/${id}` })
      const [report] = await form().reportsOf(id)
      await decideAsModerator(desk, report?.id as ReportId, { action: 'take-down' })
    }
    const subjects = (await form().letters(body.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('We received'))).toHaveLength(1)
    const waited = await server.deps.database.rows<{ hours: number }>(sql`
      select (extract(epoch from start_after - created_on) / 3600)::float8 as hours from jobs.job
      where name = 'mail-requester' and data->>'late' = 'true'`)
    expect(waited.map(({ hours }) => Math.round(hours))).toEqual([24])
  })
})

describe('purgePhotoRequests', () => {
  it('deletes answered requests after 30 days and open requests after 180 days', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const [decided, open] = [await aPost(server, author), await aPost(server, author)]
    const [first, second] = [aPhotoRequest(`/posts/${decided.id}`), aPhotoRequest(`/posts/${open.id}`)]
    const { reference } = (await form().send(first)).body
    await form().send(second)
    const [report] = await form().reportsOf(decided.id)
    await decideAsModerator(desk, report?.id as ReportId, { action: 'take-down' })
    const purgeAfter = async (days: number) => {
      server.clock.advance(days * day)
      await purgePhotoRequests(createContext(server.deps, systemCaller))
      const rows = await server.deps.database.rows<{ email: string }>(sql`select email from photo_requests`)
      return [first, second].map(({ email }) => rows.some((row) => row.email === email))
    }
    expect(await purgeAfter(29)).toEqual([true, true])
    expect(await purgeAfter(2)).toEqual([false, true])
    expect(await form().reportsOf(decided.id)).toMatchObject([{ note: '', askedFor: 'my-child' }])
    expect((await form().stateOf(reference)).status).toBe(404)
    expect(await purgeAfter(150)).toEqual([false, false])
  })

  it('mails "taken down" to the requester if the author has deleted the post', async () => {
    const author = await aUser(server)
    const { id } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    const { reference } = (await form().send(body)).body
    await form().letters(body.email)
    await server.deps.database.rows(sql`update reports set post_id = null where post_id = ${id}`)
    await purgePhotoRequests(createContext(server.deps, systemCaller))
    expect((await form().letters(body.email))[0]?.subject).toBe('The photo was taken down')
    expect((await form().stateOf(reference)).body).toEqual({ state: 'taken-down' })
  })
})
