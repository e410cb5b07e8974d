import { randomUUID } from 'node:crypto'
import type { ReportId } from '@pawtrait/contract/ids.ts'
import type { ReportDetails, ReportQueue } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { PhotoRequestReceipt } from '@pawtrait/contract/moderation/photo-requests.ts'
import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { aPet, aPost, aStory, aUser } from '#testing/fixtures.ts'
import { aModerator } from '#testing/moderators.ts'
import { aPhotoRequest, createPhotoRequestClient } from '#testing/photo-requests.ts'
import { decideAsModerator } from '#testing/reports.ts'
import { serverForFile, startServer } from '#testing/server.ts'
import { createProductionSettings } from '#testing/sign-in.ts'
import { solveProof } from '#testing/solve-proof.ts'

const server = serverForFile({ PROOF_ROUNDS: '2', MAIL: 'dev' })
const createForm = () => createPhotoRequestClient(server)
const countRequests = async () =>
  (await server.deps.database.row<{ n: number }>(sql`select count(*)::int as n from photo_requests`))?.n

describe('POST /api/photo-requests', () => {
  it('returns 202 to visitors, and queues a child’s photo before an adult’s photo', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id } = await aPost(server, author)
    const response = await createForm().send(aPhotoRequest(`http://localhost:3000/posts/${id}?photo=2`))
    expect(response.status).toBe(202)
    expect(v.parse(PhotoRequestReceipt, response.body)).toEqual({ reference: expect.any(String), mailed: true })
    const [report] = await createForm().reportsOf(id)
    expect(report).toMatchObject({
      reason: 'private-details',
      priority: 0,
      note: 'My son, left.',
      reporter: null,
      askedFor: 'my-child',
    })
    const queue = await desk.browser.call<ReportQueue>('GET', '/api/moderation/reports')
    expect(queue.body.reports.map((line) => line.id)).toContain(report?.id)
    const details = await desk.browser.call<ReportDetails>('GET', `/api/moderation/reports/${report?.id}`)
    expect(details.body.said).toMatchObject([{ form: 'my-child', by: null, note: 'My son, left.' }])
    expect(details.text).not.toContain('@example.com')
    const secondPost = await aPost(server, author)
    await createForm().send(aPhotoRequest(`/posts/${secondPost.id}`, { whom: 'me' }))
    expect(await createForm().reportsOf(secondPost.id)).toMatchObject([{ priority: 1, askedFor: 'me' }])
  })

  it('accepts the URL of a pet, a user, a story or a photo file', async () => {
    const author = await aUser(server)
    const [pet, story, withPhoto] = [
      await aPet(server, [author]),
      await aStory(server, author),
      await aPost(server, author),
    ]
    const slug = (await server.call<{ slug: string }>(null, 'GET', `/api/pets/${pet}`)).body.slug
    const file = await createForm().fileOf(withPhoto.photos[0]?.id)
    const idsByPath = {
      [`/pets/${slug}`]: pet,
      [`/@${author.username}`]: author.id,
      [`/stories/${story.id}`]: story.id,
    }
    for (const [address, id] of Object.entries({
      ...idsByPath,
      [`localhost:3000${file}`]: withPhoto.id,
    })) {
      expect((await createForm().send(aPhotoRequest(address))).status).toBe(202)
      expect([address, await createForm().reportsOf(id)]).toMatchObject([address, [{ askedFor: 'my-child' }]])
    }
    expect((await createForm().send(aPhotoRequest(`@${author.username}`))).status).toBe(202)
    expect(await createForm().reportsOf(author.id)).toHaveLength(2)
  })

  it('returns the same response for a public, a private and a missing post', async () => {
    const author = await aUser(server)
    const [publicPost, privatePost] = [
      await aPost(server, author),
      await aPost(server, author, { audience: 'close-friends' }),
    ]
    await server.call(author, 'PUT', `/api/posts/${privatePost.id}/archive`)
    const before = (await countRequests()) ?? 0
    const responses = []
    for (const id of [publicPost.id, privatePost.id, randomUUID()]) {
      const body = aPhotoRequest(`/posts/${id}`)
      const { status, body: answer } = await createForm().send(body)
      const [letter] = await createForm().letters(body.email)
      responses.push({
        status,
        keys: Object.keys(answer),
        state: (await createForm().stateOf(answer.reference)).body,
        text: letter?.text,
      })
    }
    expect(responses[0]).toMatchObject({ status: 202, state: { state: 'waiting' } })
    expect(responses[0]?.text).toContain('If the photo is here')
    for (const answer of responses) expect(answer).toEqual(responses[0])
    expect(await createForm().reportsOf(privatePost.id)).toHaveLength(1)
    expect(await countRequests()).toBe(before + 3)
  })

  it('merges repeated requests from one e-mail address into one report, and reopens a dismissed report', async () => {
    const [desk, author] = [await aModerator(server), await aUser(server)]
    const { id, photos } = await aPost(server, author)
    const body = aPhotoRequest(`/posts/${id}`)
    const file = await createForm().fileOf(photos[0]?.id)
    await createForm().send(body)
    const responses = await Promise.all([
      createForm().send(body),
      createForm().send({ ...body, email: body.email.toUpperCase() }),
      createForm().send({ ...body, address: file }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([202, 202, 202])
    const [report, ...more] = await createForm().reportsOf(id)
    expect(more).toEqual([])
    await decideAsModerator(desk, report?.id as ReportId, { action: 'dismiss' })
    const repeated = await createForm().send({ ...body, words: 'Please look again.' })
    expect((await createForm().stateOf(repeated.body.reference)).body).toEqual({ state: 'waiting' })
    expect(await createForm().reportsOf(id)).toMatchObject([{ note: 'Please look again.' }])
    expect(
      (await createForm().letters(body.email)).filter(({ subject }) => subject.startsWith('We received')),
    ).toHaveLength(1)
  })
})

describe('proof of work for a photo removal request', () => {
  it('is required, and is valid only once and only for the purpose "photo-request"', async () => {
    const body = aPhotoRequest(`/posts/${randomUUID()}`)
    const refused = await createForm().post(body)
    expect(refused).toMatchObject({ status: 403, body: { code: 'proof-required' } })
    expect(refused.body.challenge?.parameters.data).toMatchObject({ purpose: 'photo-request' })
    const proof = await solveProof(refused.body.challenge)
    const { challenge } = proof
    const { parameters } = challenge
    const otherPurpose = { ...parameters, data: { ...parameters.data, purpose: 'sign-up' } }
    const invalidProofs = [
      { ...proof, derivedKey: 'ff'.repeat(32) },
      { ...proof, challenge: { ...challenge, parameters: otherPurpose } },
    ]
    for (const wrongProof of invalidProofs)
      expect(await createForm().post({ ...body, proof: wrongProof })).toMatchObject({
        status: 403,
        body: { code: 'proof-required' },
      })
    expect((await createForm().post({ ...body, proof: 'x' })).status).toBe(400)
    expect((await createForm().post({ ...body, proof })).status).toBe(202)
    expect(await createForm().post({ ...body, proof })).toMatchObject({ status: 403, body: { code: 'proof-required' } })
  })

  it('is not required with LAN=1, because browsers have no Web Crypto over plain HTTP', async () => {
    const lanServer = await startServer({ LAN: '1' })
    try {
      expect(await createPhotoRequestClient(lanServer).challenge()).toBeNull()
      const { status, body } = await createPhotoRequestClient(lanServer).post(aPhotoRequest('/@unknown.one'))
      expect({ status, body }).toEqual({ status: 202, body: { reference: expect.any(String), mailed: false } })
    } finally {
      await lanServer.stop()
    }
  })
})

describe('refused POST /api/photo-requests', () => {
  it('returns 400 with the name of the invalid field, and does not use up the proof of work', async () => {
    const proof = await createForm().work()
    const page = `/posts/${randomUUID()}`
    const invalidRequests: [object, string][] = [
      [aPhotoRequest('https://elsewhere.example/posts/1'), 'address'],
      [aPhotoRequest('/rules'), 'address'],
      [aPhotoRequest('//elsewhere.example/@one'), 'address'],
      [aPhotoRequest('javascript:alert(1)'), 'address'],
      [aPhotoRequest('  '), 'address'],
      [aPhotoRequest(page, { whom: 'my-dog' }), 'whom'],
      [aPhotoRequest(page, { email: 'nobody' }), 'email'],
      [aPhotoRequest(page, { words: 'a'.repeat(501) }), 'words'],
    ]
    for (const [body, field] of invalidRequests)
      expect([body, await createForm().post({ ...body, proof })]).toMatchObject([
        body,
        { status: 400, body: { errors: [{ field }] } },
      ])
    expect((await createForm().post({ ...aPhotoRequest(page), proof })).status).toBe(202)
  })

  it('returns 429 for the 11th request in a day and the 61st status query in an hour per IP address', async () => {
    const ip = '10.200.1.1'
    for (let n = 0; n < 10; n++) expect((await createForm().send(aPhotoRequest('/@unknown.one'), ip)).status).toBe(202)
    expect(await createForm().send(aPhotoRequest('/@unknown.one'), ip)).toMatchObject({ status: 429 })
    expect((await createForm().send(aPhotoRequest('/@unknown.one'))).status).toBe(202)
    const readState = () => createForm().stateOf('AAAAA-AAAAA', ip)
    for (let n = 0; n < 60; n++) expect((await readState()).status).toBe(404)
    expect((await readState()).status).toBe(429)
  })
})

describe('photo removal request in production', () => {
  it('is refused with 400 for the URL of another site', async () => {
    const production = await startServer(createProductionSettings({ PROOF_ROUNDS: '2' }))
    try {
      const refused = await createPhotoRequestClient(production).post(aPhotoRequest('http://localhost:3000/@one'))
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'address' }] } })
    } finally {
      await production.stop()
    }
  })
})
