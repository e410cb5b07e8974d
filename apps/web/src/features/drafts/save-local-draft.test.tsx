import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { emptyDraft } from '#features/posts/editor/draft-store.ts'
import { clearDraft, newPostDraft, readDraft } from '#features/posts/editor/new-post-draft.ts'
import { getSubmissionLockName, submitDraft } from '#features/posts/editor/submit-draft.ts'
import { findUnsentData } from '#features/sign-in/sessions/unsent-data.ts'
import { CallError } from '#lib/server/call.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { aDraft } from '../../testing/draft-fixtures.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { anEditorPhoto, aPost, aViewer } from '../../testing/fixtures.ts'
import { readDeviceDrafts, removeDeviceDraft } from './device-drafts.ts'
import { openDraft } from './open-draft.ts'
import { readDraftSyncState, startDraftSync, switchDraft } from './sync-draft.ts'
import { setDraftUnsent } from './unsent-draft-keys.ts'

const viewer = aViewer()
const captions = async () => (await readDeviceDrafts(viewer.id)).map(({ caption }) => caption)
const write = (caption: string) => newPostDraft.change(() => ({ caption }))
const sentTo = (path: string) => net.requests.filter((sent) => `${sent.method} ${sent.path}` === path)

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  setPageViewer(viewer.id)
  startDraftSync(viewer.id)
})
afterEach(async () => {
  clearDraft()
  await vi.advanceTimersByTimeAsync(10_000)
  vi.useRealTimers()
  for (const { key } of await readDeviceDrafts(viewer.id)) await removeDeviceDraft(key)
  localStorage.clear()
})

describe('draft sync', () => {
  test('stores the draft on the device within 250 ms, and on the server every 5 s, while the user types', async () => {
    const serverDraft = aDraft({ version: 1 })
    net.on('POST /api/drafts', { status: 201, body: serverDraft })
    net.on('PUT /api/drafts/*', { status: 200, body: { ...serverDraft, version: 2 } })
    const type = async (seconds: number) => {
      for (let tenths = 0; tenths < seconds * 10; tenths++) {
        write(`${readDraft().caption}w`)
        await vi.advanceTimersByTimeAsync(100)
      }
    }
    await type(1)
    await vi.advanceTimersByTimeAsync(150)
    await expect.poll(captions).toEqual(['w'.repeat(10)])
    expect(net.sent).toEqual([])
    await type(4)
    await expect.poll(() => sentTo('POST /api/drafts')).toHaveLength(1)
    await expect.poll(() => readDraft().kept).not.toBeNull()
    await type(5)
    await expect.poll(() => sentTo(`PUT /api/drafts/${serverDraft.id}`).length).toBeGreaterThanOrEqual(1)
    await vi.advanceTimersByTimeAsync(1_500)
    await expect.poll(captions).toEqual([])
    expect(await findUnsentData()).toBeNull()
    // The server has the complete draft, so a page unload must not mark the draft as unsent.
    window.dispatchEvent(new Event('pagehide'))
    expect(localStorage.getItem('drafts-unsent')).toBeNull()
  })

  test('writes the draft to the device on page unload, even while an earlier write is pending', async () => {
    await readDeviceDrafts(viewer.id)
    const put = vi.spyOn(IDBObjectStore.prototype, 'put')
    onTestFinished(() => put.mockRestore())
    for (const caption of ['Asleep', 'Asleep again']) {
      write(caption)
      window.dispatchEvent(new Event('pagehide'))
    }
    // Runs only microtasks, as during a page unload, so that no IndexedDB write completes before the check.
    for (let turns = 0; turns < 20; turns++) await Promise.resolve()
    expect(put.mock.calls.map(([draft]) => draft.caption)).toEqual(['Asleep', 'Asleep again'])
    await expect.poll(captions).toEqual(['Asleep again'])
  })

  test.each(['pagehide', 'visibilitychange'])('stores the draft on the device immediately on `%s`', async (leaving) => {
    write('One word more')
    if (leaving === 'pagehide') window.dispatchEvent(new Event('pagehide'))
    else {
      const hidden = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
      document.dispatchEvent(new Event('visibilitychange'))
      hidden.mockRestore()
    }
    await expect.poll(captions).toEqual(['One word more'])
    expect(await findUnsentData()).toBe('own')
  })

  test('stores a submitted draft as queued on page unload, although the server has the whole draft', async () => {
    net.on('POST /api/drafts', { status: 201, body: aDraft({ version: 1, photos: [] }) })
    write('On the way')
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(captions).toEqual([])
    newPostDraft.change(() => ({ submission: { step: 'waiting', error: null } }))
    window.dispatchEvent(new Event('pagehide'))
    await expect.poll(() => readDeviceDrafts(viewer.id)).toMatchObject([{ caption: 'On the way', isQueued: true }])
  })

  test('deletes an emptied draft from the device, so that log-out needs no confirmation', async () => {
    write('Never mind')
    await vi.advanceTimersByTimeAsync(250)
    await expect.poll(captions).toEqual(['Never mind'])
    write('')
    await vi.advanceTimersByTimeAsync(1_500)
    await expect.poll(captions).toEqual([])
    await expect.poll(findUnsentData).toBeNull()
  })

  test('stores a draft on the device when its submission failed and the user opens another draft', async () => {
    write('Did not arrive')
    newPostDraft.change(() => ({ submission: { step: 'sending', error: null } }))
    newPostDraft.change(() => ({ submission: { step: 'failed', error: new CallError(null) } }))
    await switchDraft()
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(captions).toEqual(['Did not arrive'])
    expect(await findUnsentData()).toBe('own')
  })

  test('waits until a submitted draft is posted before it opens another draft', async () => {
    const answer = deferredReply()
    net.on('POST /api/posts', answer.answer)
    newPostDraft.change(() => ({ photos: [anEditorPhoto()], caption: 'On its way' }))
    const submitting = submitDraft()
    const switching = switchDraft({ ...emptyDraft(), caption: 'Unfinished' })
    await expect.poll(() => sentTo('POST /api/posts')).toHaveLength(1)
    expect(readDraft().caption).toBe('On its way')
    answer.give({ status: 201, body: aPost() })
    await Promise.all([submitting, switching])
    expect(readDraft().caption).toBe('Unfinished')
    expect(sentTo('POST /api/posts').map(({ body }) => (body as { caption: string }).caption)).toEqual(['On its way'])
  })

  test('submits nothing when the user opens another draft while the submission waits for a lock', async () => {
    net.on('POST /api/posts', { status: 201, body: aPost() })
    newPostDraft.change(() => ({ photos: [anEditorPhoto()], caption: 'In both tabs' }))
    const otherTab = Promise.withResolvers<void>()
    void navigator.locks.request(getSubmissionLockName(readDraft().idempotencyKey), () => otherTab.promise)
    const submitting = submitDraft()
    expect(readDraft().submission?.step).toBe('sending')
    newPostDraft.replace({ ...emptyDraft(), photos: [anEditorPhoto()], caption: 'Unfinished' })
    otherTab.resolve()
    expect(await submitting).toBeNull()
    expect(sentTo('POST /api/posts')).toEqual([])
  })

  test('keeps a draft on the device after a lost response, and resubmits with the same idempotency key', async () => {
    const serverDraft = aDraft({ version: 1, photos: [] })
    net.on('POST /api/drafts', { status: 201, body: serverDraft })
    newPostDraft.change(() => ({ photos: [anEditorPhoto()], caption: 'Lost' }))
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => readDraftSyncState().step).toBe('saved')
    // The server has posted and deleted the draft.
    net.on('PUT /api/drafts/*', errorReply('not-found', 404))
    expect(await submitDraft()).toBeNull()
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => readDraftSyncState().step).toBe('unconfirmed')
    const key = readDraft().idempotencyKey
    await switchDraft()
    expect(sentTo('POST /api/drafts')).toHaveLength(1)
    net.on('POST /api/posts', { status: 201, body: aPost() })
    expect(await openDraft(viewer.id, { id: serverDraft.id, key })).toBe(true)
    expect(await submitDraft()).not.toBeNull()
    const [lostRequest, repeatedRequest] = sentTo('POST /api/posts')
    expect(repeatedRequest?.body).toEqual(lostRequest?.body)
    expect(repeatedRequest?.headers.get('idempotency-key')).toBe(lostRequest?.headers.get('idempotency-key'))
    await expect.poll(captions).toEqual([])
  })

  test('deletes the local copy even if the server refused a photo, so that log-out needs no confirmation', async () => {
    const problem = { type: 'about:blank', title: '', status: 422, detail: '', requestId: '1' }
    const error = new CallError({ ...problem, code: 'unreadable-photo' })
    net.on('POST /api/drafts', { status: 201, body: aDraft({ version: 1, photos: [] }) })
    newPostDraft.change(() => ({ photos: [anEditorPhoto({ progress: { step: 'failed', error } })], caption: 'Mud' }))
    await vi.advanceTimersByTimeAsync(250)
    await expect.poll(captions).toEqual(['Mud'])
    await vi.advanceTimersByTimeAsync(1_500)
    await expect.poll(captions).toEqual([])
    await expect.poll(findUnsentData).toBeNull()
    expect(readDraft().photos).toHaveLength(1)
  })

  test('creates a new draft with a new idempotency key after the draft was deleted on another device', async () => {
    const [first, second] = [aDraft({ version: 1, photos: [] }), aDraft({ version: 1, photos: [] })]
    net.on('POST /api/drafts', { status: 201, body: first })
    write('Kept')
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => readDraftSyncState().step).toBe('saved')
    net.on('PUT /api/drafts/*', errorReply('not-found', 404))
    net.on('POST /api/drafts', { status: 201, body: second })
    write('Kept, and thrown away')
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => readDraftSyncState().step).toBe('saved')
    expect(readDraft().kept?.id).toBe(second.id)
    const [firstKey, secondKey] = sentTo('POST /api/drafts').map(({ headers }) => headers.get('idempotency-key'))
    expect(secondKey).not.toBe(firstKey)
    // A completed save deletes the local copy. An empty list thus proves that the save did not deadlock.
    await expect.poll(captions).toEqual([])
  })

  test('finds a stored draft at log-out even if a browser crash lost the "unsent" mark', async () => {
    write('Mark lost')
    await vi.advanceTimersByTimeAsync(250)
    await expect.poll(captions).toEqual(['Mark lost'])
    localStorage.removeItem('drafts-unsent')
    expect(await findUnsentData()).toBe('own')
  })

  test('removes an "unsent" mark at log-out if the page crashed before it stored the draft', async () => {
    setDraftUnsent('of-a-page-that-died')
    expect(await findUnsentData()).toBeNull()
    expect(localStorage.getItem('drafts-unsent')).toBeNull()
  })
})
