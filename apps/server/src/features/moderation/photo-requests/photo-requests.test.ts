import { randomUUID } from 'node:crypto'
import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { ReportDetails, ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { PhotoRequestReceipt } from '@pawtrait/contract/moderation/photo-requests.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aStory, aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aPhotoRequest, photoRequestForm } from '#testing/photo-requests.ts'
import { decideAsModerator } from '#testing/reports.ts'
import { serverForFile, startServer } from '#testing/server.ts'
import { productionSettings } from '#testing/sign-in.ts'
import { solveProof } from '#testing/solve-proof.ts'

const server = serverForFile({ PROOF_ROUNDS: '2', MAIL: 'dev' })
const form = () => photoRequestForm(server)
const requests = async () =>
  (await server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from photo_requests`))?.n

describe('POST /api/photo-requests', () => {
  it('returns 202 to visitors, and queues a child’s photo before an adult’s photo', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id } = await aPost(server, author)
    const taken = await form().send(aPhotoRequest(`http://localhost:3000/posts/${id}?photo=2`))
    expect(taken.status).toBe(202)
    expect(v.parse(PhotoRequestReceipt, taken.body)).toEqual({ reference: expect.any(String), mailed: true })
    const [report] = await form().reportsOf(id)
    expect(report).toMatchObject({
      reason: 'private-details',
      priority: 0,
      note: 'My son, left.',
      reporter: null,
      askedFor: 'my-child',
    })
    const queue = await desk.browser.call<ReportQueue>('GET', '/api/moderation/reports')
    expect(queue.body.reports.map((line) => line.id)).toContain(report?.id)
    const seen = await desk.browser.call<ReportDetails>('GET', `/api/moderation/reports/${report?.id}`)
    expect(seen.body.said).toMatchObject([{ form: 'my-child', by: null, note: 'My son, left.' }])
    expect(seen.text).not.toContain('@example.com')
    const grown = await aPost(server, author)
    await form().send(aPhotoRequest(`/posts/${grown.id}`, { whom: 'me' }))
    expect(await form().reportsOf(grown.id)).toMatchObject([{ priority: 1, askedFor: 'me' }])
  })

  it('accepts the URL of a pet, a user, a story or a photo file', async () => {
    const author = await aUser(server)
    const [pet, story, withPhoto] = [
      await aPet(server, [author]),
      await aStory(server, author),
      await aPost(server, author),
    ]
    const slug = (await server.call<{ slug: string }>(null, 'GET', `/api/pets/${pet}`)).body.slug
    const file = await form().fileOf(withPhoto.photos[0]?.id)
    const things = { [`/pets/${slug}`]: pet, [`/@${author.username}`]: author.id, [`/stories/${story.id}`]: story.id }
    for (const [address, id] of Object.entries({
      ...things,
      [`localhost:3000${file}`]: withPhoto.id,
    })) {
      expect((await form().send(aPhotoRequest(address))).status).toBe(202)
      expect([address, await form().reportsOf(id)]).toMatchObject([address, [{ askedFor: 'my-child' }]])
    }
    expect((await form().send(aPhotoRequest(`@${author.username}`))).status).toBe(202)
    expect(await form().reportsOf(author.id)).toHaveLength(2)
  })

  it('returns the same response for a public, a private and a missing post', async () => {
    const author = await aUser(server)
    const [shown, closed] = [await aPost(server, author), await aPost(server, author, { audience: 'close-friends' })]
    await server.call(author, 'PUT', `/api/posts/${closed.id}/archive`)
    const before = (await requests()) ?? 0
    const answers = []
    for (const id of [shown.id, closed.id, randomUUID()]) {
      const body = aPhotoRequest(`/posts/${id}`)
      const { status, body: answer } = await form().send(body)
      const [letter] = await form().letters(body.email)
      answers.push({
        status,
        keys: Object.keys(answer),
        state: (await form().stateOf(answer.reference)).body,
        text: letter?.text,
      })
    }
    expect(answers[0]).toMatchObject({ status: 202, state: { state: 'waiting' } })
    expect(answers[0]?.text).toContain('If the photo is here')
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(await form().reportsOf(closed.id)).toHaveLength(1)
    expect(await requests()).toBe(before + 3)
  })

  it('merges repeated requests from one e-mail address into one report, and reopens a dismissed report', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id, photos } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    const file = await form().fileOf(photos[0]?.id)
    await form().send(body)
    const answers = await Promise.all([
      form().send(body),
      form().send({ ...body, email: body.email.toUpperCase() }),
      form().send({ ...body, address: file }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const [report, ...more] = await form().reportsOf(id)
    expect(more).toEqual([])
    await decideAsModerator(desk, report?.id as ReportId, { action: 'dismiss' })
    const again = await form().send({ ...body, words: 'Please look again.' })
    expect((await form().stateOf(again.body.reference)).body).toEqual({ state: 'waiting' })
    expect(await form().reportsOf(id)).toMatchObject([{ note: 'Please look again.' }])
    expect((await form().letters(body.email)).filter(({ subject }) => subject.startsWith('We received'))).toHaveLength(
      1,
    )
  })
})

describe('proof of work for a photo request', () => {
  it('is required, and is valid only once and only for the purpose "photo-request"', async () => {
    const body = aPhotoRequest(`/posts/${randomUUID()}`)
    const refused = await form().post(body)
    expect(refused).toMatchObject({ status: 403, body: { code: 'proof-required' } })
    expect(refused.body.challenge?.parameters.data).toMatchObject({ purpose: 'photo-request' })
    const proof = await solveProof(refused.body.challenge)
    const { challenge } = proof
    const { parameters } = challenge
    const elsewhere = { ...parameters, data: { ...parameters.data, purpose: 'sign-up' } }
    const wrong = [
      { ...proof, derivedKey: 'ff'.repeat(32) },
      { ...proof, challenge: { ...challenge, parameters: elsewhere } },
    ]
    for (const wrongProof of wrong)
      expect(await form().post({ ...body, proof: wrongProof })).toMatchObject({
        status: 403,
        body: { code: 'proof-required' },
      })
    expect((await form().post({ ...body, proof: 'x' })).status).toBe(400)
    expect((await form().post({ ...body, proof })).status).toBe(202)
    expect(await form().post({ ...body, proof })).toMatchObject({ status: 403, body: { code: 'proof-required' } })
  })

  it('is not required with LAN=1, because browsers have no Web Crypto over plain HTTP', async () => {
    const home = await startServer({ LAN: '1' })
    try {
      expect(await photoRequestForm(home).challenge()).toBeNull()
      const { status, body } = await photoRequestForm(home).post(aPhotoRequest('/@unknown.one'))
      expect({ status, body }).toEqual({ status: 202, body: { reference: expect.any(String), mailed: false } })
    } finally {
      await home.stop()
    }
  })
})

describe('refused POST /api/photo-requests', () => {
  it('returns 400 with the name of the invalid field, and does not use up the proof of work', async () => {
    const proof = await form().work()
    const page = `/posts/${randomUUID()}`
    const wrong: [object, string][] = [
      [aPhotoRequest('https://elsewhere.example/posts/1'), 'address'],
      [aPhotoRequest('/rules'), 'address'],
      [aPhotoRequest('//elsewhere.example/@one'), 'address'],
      [aPhotoRequest('javascript:alert(1)'), 'address'],
      [aPhotoRequest('  '), 'address'],
      [aPhotoRequest(page, { whom: 'my-dog' }), 'whom'],
      [aPhotoRequest(page, { email: 'nobody' }), 'email'],
      [aPhotoRequest(page, { words: 'a'.repeat(501) }), 'words'],
    ]
    for (const [body, field] of wrong)
      expect([body, await form().post({ ...body, proof })]).toMatchObject([
        body,
        { status: 400, body: { errors: [{ field }] } },
      ])
    expect((await form().post({ ...aPhotoRequest(page), proof })).status).toBe(202)
  })

  it('returns 429 for the 11th request in a day and the 61st status query in an hour per IP address', async () => {
    const ip = '10.200.1.1'
    for (let n = 0; n < 10; n++) expect((await form().send(aPhotoRequest('/@unknown.one'), ip)).status).toBe(202)
    expect(await form().send(aPhotoRequest('/@unknown.one'), ip)).toMatchObject({ status: 429 })
    expect((await form().send(aPhotoRequest('/@unknown.one'))).status).toBe(202)
    const look = () => form().stateOf('AAAAA-AAAAA', ip)
    for (let n = 0; n < 60; n++) expect((await look()).status).toBe(404)
    expect((await look()).status).toBe(429)
  })
})

describe('photo request in production', () => {
  it('is refused with 400 for the URL of another site', async () => {
    const production = await startServer(productionSettings({ PROOF_ROUNDS: '2' }))
    try {
      const refused = await photoRequestForm(production).post(aPhotoRequest('http://localhost:3000/@one'))
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'address' }] } })
    } finally {
      await production.stop()
    }
  })
})
