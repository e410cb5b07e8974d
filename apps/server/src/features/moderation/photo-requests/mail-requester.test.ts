import type { ReportId } from '@pawtrait/contract/ids.ts'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { createContext, systemCaller } from '#platform/context.ts'
import { day } from '#testing/clock.ts'
import { aPost, aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aPhotoRequest, createPhotoRequestClient } from '#testing/photo-requests.ts'
import { decideAsModerator, undoAsModerator } from '#testing/reports.ts'
import { serverForFile } from '#testing/server.ts'
import { purgePhotoRequests } from './purge-photo-requests.ts'

const server = serverForFile({ PROOF_ROUNDS: '2', MAIL: 'dev' })
const createForm = () => createPhotoRequestClient(server)

describe('e-mail to the requester of a photo take-down', () => {
  it('reports the take-down and its undo, without the text or URL that the requester sent', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id, photos } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    const { reference } = (await createForm().send(body)).body
    await createForm().letters(body.email)
    const [report] = await createForm().reportsOf(id)
    const response = await decideAsModerator(desk, report?.id as ReportId, { action: 'take-down', rule: 'children' })
    expect(response.status).toBe(201)
    const file = await createForm().fileOf(photos[0]?.id)
    expect((await server.call(null, 'GET', file)).status).toBe(410)
    expect((await createForm().stateOf(reference.toLowerCase().replace('-', ' '))).body).toEqual({
      state: 'taken-down',
    })
    expect((await createForm().letters(body.email))[0]?.subject).toBe('The photo was taken down')
    await undoAsModerator(desk, response.body.decision.id)
    expect((await createForm().stateOf(reference)).body).toEqual({ state: 'waiting' })
    const letters = await createForm().letters(body.email)
    expect(letters.map(({ subject }) => subject)).toEqual([
      'We are looking at the photo again',
      'The photo was taken down',
      'We received your request to take a photo down',
    ])
    for (const { text, html } of letters)
      for (const part of [text, html]) expect(part).not.toMatch(/My son|my-child|\/posts\//)
  })

  it('says that the photo remains online when the request is dismissed, without the moderator’s note', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    await createForm().send(body)
    await createForm().letters(body.email)
    const [report] = await createForm().reportsOf(id)
    await decideAsModerator(desk, report?.id as ReportId, { action: 'dismiss', note: 'for the owner alone' })
    const [letter] = await createForm().letters(body.email)
    expect(letter?.text).toContain('It stays')
    expect(letter?.text).toContain('To answer')
    expect(letter?.text).not.toContain('for the owner')
  })

  it('is sent to one address at most five times a day; further e-mails are delayed by 24 hours', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const body = aPhotoRequest('')
    for (let n = 0; n < 6; n++) {
      const { id } = await aPost(server, author)
      await createForm().send({ ...body, address: `/posts/${id}` })
      const [report] = await createForm().reportsOf(id)
      await decideAsModerator(desk, report?.id as ReportId, { action: 'take-down' })
    }
    const subjects = (await createForm().letters(body.email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('We received'))).toHaveLength(1)
    const delays = await server.deps.database.rows<{ hours: number }>(sql`
      select (extract(epoch from start_after - created_on) / 3600)::float8 as hours from jobs.job
      where name = 'mail-requester' and data->>'late' = 'true'`)
    expect(delays.map(({ hours }) => Math.round(hours))).toEqual([24])
  })
})

describe('purgePhotoRequests', () => {
  it('deletes answered requests after 30 days and open requests after 180 days', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const [decidedPost, openPost] = [await aPost(server, author), await aPost(server, author)]
    const [first, second] = [aPhotoRequest(`/posts/${decidedPost.id}`), aPhotoRequest(`/posts/${openPost.id}`)]
    const { reference } = (await createForm().send(first)).body
    await createForm().send(second)
    const [report] = await createForm().reportsOf(decidedPost.id)
    await decideAsModerator(desk, report?.id as ReportId, { action: 'take-down' })
    const purgeAfter = async (days: number) => {
      server.clock.advance(days * day)
      await purgePhotoRequests(createContext(server.deps, systemCaller))
      const rows = await server.deps.database.rows<{ email: string }>(sql`select email from photo_requests`)
      return [first, second].map(({ email }) => rows.some((row) => row.email === email))
    }
    expect(await purgeAfter(29)).toEqual([true, true])
    expect(await purgeAfter(2)).toEqual([false, true])
    expect(await createForm().reportsOf(decidedPost.id)).toMatchObject([{ note: '', askedFor: 'my-child' }])
    expect((await createForm().stateOf(reference)).status).toBe(404)
    expect(await purgeAfter(150)).toEqual([false, false])
  })

  it('mails "taken down" to the requester if the author has deleted the post', async () => {
    const author = await aUser(server)
    const { id } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    const { reference } = (await createForm().send(body)).body
    await createForm().letters(body.email)
    await server.deps.database.rows(sql`update reports set post_id = null where post_id = ${id}`)
    await purgePhotoRequests(createContext(server.deps, systemCaller))
    expect((await createForm().letters(body.email))[0]?.subject).toBe('The photo was taken down')
    expect((await createForm().stateOf(reference)).body).toEqual({ state: 'taken-down' })
  })
})
