import type { DraftContent } from '@pawtrait/contract/drafts.ts'
import { describe, expect, test } from 'vitest'
import { newIdempotencyKey } from '#lib/server/call.ts'
import { aDraft } from '../../testing/draft-fixtures.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { createDraftOnce } from './create-draft-once.ts'

const words = (caption: string): DraftContent => ({
  caption,
  place: '',
  audience: 'everyone',
  replies: 'everyone',
  pets: [],
  photos: [],
})

/** Mocks a server that stores drafts. With `losesFirst`, its first response is lost. */
function fakeDraftServer({ losesFirst }: { losesFirst: boolean }) {
  const net = fakeNetwork()
  const serverDraft = aDraft({ version: 1 })
  const bodies: string[] = []
  let isLost = losesFirst
  net.on('POST /api/drafts', ({ body }) => {
    bodies.push(JSON.stringify(body))
    if (isLost) {
      isLost = false
      throw new TypeError('Failed to fetch')
    }
    if (bodies[0] !== JSON.stringify(body)) return errorReply('idempotency-key-reused', 422)
    return { status: 201, body: serverDraft }
  })
  net.on('PUT /api/drafts/*', ({ body }) => ({
    status: 200,
    body: { ...serverDraft, ...(body as object), version: 2 },
  }))
  return { net, bodies, made: serverDraft }
}

describe('createDraftOnce', () => {
  test('creates only one draft, with the latest text, when the text changes after a lost response', async () => {
    const { net, made } = fakeDraftServer({ losesFirst: true })
    const key = newIdempotencyKey()
    await expect(createDraftOnce(key, words('Half'))).rejects.toMatchObject({ code: 'offline' })
    const second = await createDraftOnce(key, words('Half a sentence'))
    expect(second).toMatchObject({ id: made.id, caption: 'Half a sentence', version: 2 })
    expect(net.requests.at(-1)).toMatchObject({ method: 'PUT', body: { caption: 'Half a sentence', version: 1 } })
  })

  test('sends the current text after the server rejected an earlier text', async () => {
    const net = fakeNetwork()
    const key = newIdempotencyKey()
    net.on('POST /api/drafts', errorReply('validation-failed', 400))
    await expect(createDraftOnce(key, words('Refused'))).rejects.toMatchObject({ code: 'validation-failed' })
    net.on('POST /api/drafts', ({ body }) => ({ status: 201, body: aDraft(body as object) }))
    expect(await createDraftOnce(key, words('Taken'))).toMatchObject({ caption: 'Taken' })
    expect(net.requests).toHaveLength(2)
  })

  test.each([
    ['a different text under the same idempotency key', errorReply('idempotency-key-reused', 422)],
    ['no draft any more, because it was posted or deleted', errorReply('gone', 410)],
  ])('creates one second draft, with one new key for all retries, when the server has %s', async (_, refusal) => {
    const net = fakeNetwork()
    const key = newIdempotencyKey()
    const created: string[] = []
    const keyOf = (headers: Headers) => headers.get('idempotency-key') ?? ''
    let isLost = true
    net.on('POST /api/drafts', ({ body, headers }) => {
      if (keyOf(headers) === `${key.slice(0, 26)}-draft`) return refusal
      created.push(JSON.stringify([keyOf(headers), body]))
      if (!isLost) return { status: 201, body: aDraft(body as object) }
      isLost = false
      throw new TypeError('Failed to fetch')
    })
    net.on('PUT /api/drafts/*', ({ body }) => ({ status: 200, body: aDraft(body as object) }))
    await expect(createDraftOnce(key, words('Again'))).rejects.toMatchObject({ code: 'offline' })
    expect(await createDraftOnce(key, words('Again and again'))).toMatchObject({ caption: 'Again and again' })
    expect(created).toHaveLength(2)
    expect(new Set(created).size).toBe(1)
  })
})
