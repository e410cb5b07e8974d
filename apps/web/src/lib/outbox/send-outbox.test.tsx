import { openDB } from 'idb'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { emptyOutbox } from '../../testing/empty-outbox.ts'
import { errorReply, fakeNetwork } from '../../testing/fake-network.ts'
import { addPhotoToOutbox, addToOutbox, readOutbox, readOutboxPhoto, removeFromOutbox } from './outbox-database.ts'
import { sendOutbox } from './send-outbox.ts'

const user = '01900000-0000-7000-8000-000000000001'
let net: ReturnType<typeof fakeNetwork>
beforeEach(() => {
  net = fakeNetwork()
})
afterEach(emptyOutbox)

/** Queues a story with a photo. Returns the key of the photo. */
async function queueStory(): Promise<string> {
  const key = await addPhotoToOutbox(new File(['bytes'], 'dog.jpg', { type: 'image/jpeg' }))
  await addToOutbox({
    user,
    kind: 'story',
    thing: 'story:1',
    isState: false,
    words: 'Zoomies',
    request: { method: 'POST', path: '/api/stories', body: '{"photo":"","caption":"Zoomies"}', idempotencyKey: 'k' },
    photo: { key, id: null },
    refused: null,
  })
  return key
}

const queueLike = () =>
  addToOutbox({
    ...{ user, kind: 'like', thing: 'post:1', isState: true, words: '', photo: null, refused: null },
    request: { method: 'PUT', path: '/api/posts/1/like', body: null, idempotencyKey: null },
  })

describe('sendOutbox with a photo', () => {
  test('uploads the photo only once if the call is retried, then deletes the photo and the outbox item', async () => {
    const key = await queueStory()
    net.on('POST /api/photos', { status: 201, body: { id: 'photo-1' } })
    expect(await sendOutbox()).toBe(true)
    net.on('POST /api/stories', { status: 201, body: {} })
    expect(await sendOutbox()).toBe(false)
    expect(net.sent).toEqual(['POST /api/photos', 'POST /api/stories', 'POST /api/stories'])
    expect(net.requests.at(-1)?.body).toEqual({ photo: 'photo-1', caption: 'Zoomies' })
    expect(await readOutbox()).toEqual([])
    expect(await readOutboxPhoto(key)).toBeUndefined()
  })

  test('keeps the action queued when the connection ends before the response body', async () => {
    await queueStory()
    net.on('POST /api/photos', () => ({ status: 201, body: undefined }))
    expect(await sendOutbox()).toBe(true)
    expect(await readOutbox()).toMatchObject([{ photo: { id: null }, refused: null }])
  })

  test('uploads the photo again when the server has deleted it after the first upload', async () => {
    await queueStory()
    net.on('POST /api/photos', { status: 201, body: { id: 'photo-1' } })
    expect(await sendOutbox()).toBe(true)
    net.on('POST /api/photos', { status: 201, body: { id: 'photo-2' } })
    net.on('POST /api/stories', ({ body }) =>
      (body as { photo: string }).photo === 'photo-2'
        ? { status: 201, body: {} }
        : errorReply('not-found', 404, { errors: [{ field: 'photos.photo-1', code: 'unavailable', message: 'Gone' }] }),
    )
    expect(await sendOutbox()).toBe(false)
    expect(await readOutbox()).toEqual([])
    expect(net.requests.at(-1)?.body).toMatchObject({ photo: 'photo-2' })
  })

  test('keeps the text and the photo when the server refuses the photo, and sends the next action', async () => {
    const key = await queueStory()
    await queueLike()
    net.on('POST /api/photos', errorReply('unreadable-photo', 422))
    net.on('PUT /api/posts/1/like', { status: 200, body: {} })
    expect(await sendOutbox()).toBe(false)
    expect(await readOutbox()).toMatchObject([{ words: 'Zoomies', refused: { code: 'unreadable-photo' } }])
    expect(await readOutboxPhoto(key)).toMatchObject({ type: 'image/jpeg' })
  })

  test('sends the next action when the user cancels an action during the upload of its photo', async () => {
    await queueStory()
    await queueLike()
    net.on('POST /api/photos', async () => {
      const [story] = await readOutbox()
      if (story) await removeFromOutbox(story)
      return { status: 201, body: { id: 'photo-1' } }
    })
    net.on('PUT /api/posts/1/like', { status: 200, body: {} })
    expect(await sendOutbox()).toBe(false)
    expect(net.sent).toEqual(['POST /api/photos', 'PUT /api/posts/1/like'])
    expect(await readOutbox()).toEqual([])
  })

  test('marks a story as refused when the browser has lost the photo', async () => {
    const key = await queueStory()
    const database = await openDB('pawtrait-outbox')
    await database.delete('photos', key)
    database.close()
    expect(await sendOutbox()).toBe(false)
    expect(await readOutbox()).toMatchObject([{ words: 'Zoomies', refused: { code: 'unreadable-photo' } }])
    expect(net.sent).toEqual([])
  })
})
