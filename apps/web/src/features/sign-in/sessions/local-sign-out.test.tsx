import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  addPhotoToOutbox,
  addToOutbox,
  type OutboxItem,
  type OutboxKind,
  readOutbox,
  readOutboxPhoto,
} from '#lib/outbox/outbox-database.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { resumeStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { emptyOutbox } from '../../../testing/empty-outbox.ts'
import { deleteLocalUserData } from './local-sign-out.ts'
import { findUnsentData } from './unsent-data.ts'

const [alice, bob] = ['01900000-0000-7000-8000-00000000000a', '01900000-0000-7000-8000-00000000000b']

beforeEach(() => setPageViewer(bob))
afterEach(() => {
  resumeStoringUserData()
  return emptyOutbox()
})

const queue = (user: string, kind: OutboxKind, photo: OutboxItem['photo'] = null) =>
  addToOutbox({
    ...{ user, kind, thing: 'post:1', isState: false, words: '', photo, refused: null },
    request: { method: 'POST', path: '/api/posts/1/comments', body: null, idempotencyKey: 'k' },
  })

describe('findUnsentData', () => {
  test('ignores story views, and actions of another account', async () => {
    await queue(bob, 'view')
    await queue(alice, 'comment')
    expect(await findUnsentData()).toBeNull()
    await queue(bob, 'comment')
    expect(await findUnsentData()).toBe('actions')
  })
})

describe('deleteLocalUserData', () => {
  test('deletes the queued actions and photos of the user, but not those of another account', async () => {
    const keys = [await addPhotoToOutbox(new File(['a'], 'a.jpg')), await addPhotoToOutbox(new File(['b'], 'b.jpg'))]
    const [first = '', second = ''] = keys
    await queue(alice, 'story', { key: first, id: null })
    await queue(bob, 'story', { key: second, id: null })
    await deleteLocalUserData()
    resumeStoringUserData() // the next page load would allow storage again
    expect(await readOutbox()).toMatchObject([{ user: alice, kind: 'story' }])
    expect(await readOutboxPhoto(first)).toBeDefined()
    expect(await readOutboxPhoto(second)).toBeUndefined()
  })

  test('deletes the database of queued actions when no other account has any', async () => {
    await queue(bob, 'comment')
    await deleteLocalUserData()
    await expect
      .poll(async () => (await indexedDB.databases()).map(({ name }) => name))
      .not.toContain('pawtrait-outbox')
  })
})
