import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import { likePost } from '@pawtrait/contract/likes.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { resumeStoringUserData, stopStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { emptyOutbox } from '../../testing/empty-outbox.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { aPost, aViewer } from '../../testing/fixtures.ts'
import { removeRefusedAction, startOutbox } from './outbox.ts'
import { addToOutbox, type OutboxItem, readOutbox } from './outbox-database.ts'
import { callOrQueue, QUEUED_CALL } from './queue-call.ts'

const viewer = aViewer()
const post = aPost()
const like = () =>
  callOrQueue(likePost, { params: { postId: post.id } }, { kind: 'like', thing: 'post:1', words: '', isState: true })

const anEdit = (body: object): Omit<OutboxItem, 'id'> => ({
  ...{ user: viewer.id, kind: 'edit', thing: `post:${post.id}`, isState: true, words: '', photo: null, refused: null },
  request: { method: 'PATCH', path: `/api/posts/${post.id}`, body: JSON.stringify(body), idempotencyKey: null },
})

beforeEach(() => {
  fakeNetwork()
  setPageViewer(viewer.id)
})
afterEach(emptyOutbox)

describe('outbox', () => {
  test('merges a second edit into the queued first edit, so that the server receives one edit', async () => {
    await addToOutbox(anEdit({ caption: 'First', place: 'Karura', seen: null }))
    await addToOutbox(anEdit({ caption: 'Second', seen: null }))
    const items = await readOutbox()
    expect(items.map(({ request }) => JSON.parse(request.body ?? '') as unknown)).toEqual([
      { caption: 'Second', place: 'Karura', seen: null },
    ])
  })

  test('does not merge a second edit into a refused edit, which stays until it is removed', async () => {
    const refused = { type: 'about:blank', title: 'Conflict', status: 409, code: 'conflict' } as ProblemBody
    await addToOutbox({ ...anEdit({ caption: 'First', place: 'Karura', seen: null }), refused })
    await addToOutbox(anEdit({ caption: 'Second', seen: 'later' }))
    const items = await readOutbox()
    expect(items.map(({ request }) => JSON.parse(request.body ?? '') as unknown)).toEqual([
      { caption: 'First', place: 'Karura', seen: null },
      { caption: 'Second', seen: 'later' },
    ])
    if (items[0]) await removeRefusedAction(items[0])
    expect(await readOutbox()).toHaveLength(1)
  })

  test('stores no action after the user has logged out', async () => {
    startOutbox(
      () => {},
      () => {},
    )
    expect(await like()).toBe(QUEUED_CALL)
    await emptyOutbox()
    stopStoringUserData()
    onTestFinished(resumeStoringUserData)
    await expect(like()).rejects.toMatchObject({ code: 'offline' })
    await expect(readOutbox()).rejects.toThrow('The user has logged out.')
    resumeStoringUserData()
    expect(await readOutbox()).toEqual([])
  })
})
