import type { DraftContent } from '@pawtrait/contract/drafts.ts'
import { describe, expect, test } from 'vitest'
import { newIdempotencyKey } from '#lib/server/call.ts'
import { fakeNetwork, refusal } from '../../testing/fake-network.ts'
import { aDraft } from '../../testing/given-drafts.ts'
import { beginDraft } from './begin-draft.ts'

const words = (caption: string): DraftContent => ({
  caption,
  place: '',
  audience: 'everyone',
  replies: 'everyone',
  pets: [],
  photos: [],
})

/** Mocks a server that stores drafts. With `losesFirst` its first response is lost. */
function keeping({ losesFirst }: { losesFirst: boolean }) {
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
    if (bodies[0] !== JSON.stringify(body)) return refusal('idempotency-key-reused', 422)
    return { status: 201, body: serverDraft }
  })
  net.on('PUT /api/drafts/*', ({ body }) => ({
    status: 200,
    body: { ...serverDraft, ...(body as object), version: 2 },
  }))
  return { net, bodies, made: serverDraft }
}

describe('beginDraft', () => {
  test('creates only one draft, with the latest text, when the text changes after a lost response', async () => {
    const { net, made } = keeping({ losesFirst: true })
    const key = newIdempotencyKey()
    await expect(beginDraft(key, words('Half'))).rejects.toMatchObject({ code: 'offline' })
    const second = await beginDraft(key, words('Half a sentence'))
    expect(second).toMatchObject({ id: made.id, caption: 'Half a sentence', version: 2 })
    expect(net.requests.at(-1)).toMatchObject({ method: 'PUT', body: { caption: 'Half a sentence', version: 1 } })
  })

  test('sends the current text after the server rejected an earlier text', async () => {
    const net = fakeNetwork()
    const key = newIdempotencyKey()
    net.on('POST /api/drafts', refusal('validation-failed', 400))
    await expect(beginDraft(key, words('Refused'))).rejects.toMatchObject({ code: 'validation-failed' })
    net.on('POST /api/drafts', ({ body }) => ({ status: 201, body: aDraft(body as object) }))
    expect(await beginDraft(key, words('Taken'))).toMatchObject({ caption: 'Taken' })
    expect(net.requests).toHaveLength(2)
  })

  test('creates another draft when the server has a different text under the same idempotency key', async () => {
    const net = fakeNetwork()
    const keys: string[] = []
    net.on('POST /api/drafts', ({ body }) => {
      keys.push(JSON.stringify(body))
      return keys.length === 1 ? refusal('idempotency-key-reused', 422) : { status: 201, body: aDraft(body as object) }
    })
    expect(await beginDraft(newIdempotencyKey(), words('Written since'))).toMatchObject({ caption: 'Written since' })
    expect(keys).toHaveLength(2)
  })
})
