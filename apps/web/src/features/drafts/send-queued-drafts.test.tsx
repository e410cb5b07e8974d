import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { emptyDraft } from '#features/posts/editor/draft-store.ts'
import { clearDraft, newPostDraft, readDraft } from '#features/posts/editor/new-post-draft.ts'
import { CallError } from '#lib/server/call.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { anEditorPhoto, aPost, aViewer } from '../../testing/fixtures.ts'
import { putDeviceDraft, readDeviceDrafts, removeDeviceDraft, toDeviceDraft } from './device-drafts.ts'
import { sendQueuedDrafts } from './send-queued-drafts.ts'
import { stopDraftSync } from './sync-draft.ts'

const viewer = aViewer()
const posts = () => net.requests.filter(({ method, path }) => `${method} ${path}` === 'POST /api/posts')

/** Stores a draft that the user has submitted. `at`: time of its last change in milliseconds. */
async function givenQueuedDraft(caption: string, at = 1) {
  const submission = { step: 'sending' as const, error: null }
  const draft = { ...emptyDraft(), photos: [anEditorPhoto()], caption, submission }
  await putDeviceDraft(toDeviceDraft(draft, viewer.id, at))
  return draft
}

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('POST /api/posts', { status: 201, body: aPost() })
  setPageViewer(viewer.id)
})
afterEach(async () => {
  stopDraftSync()
  clearDraft()
  for (const { key } of await readDeviceDrafts(viewer.id)) await removeDeviceDraft(key)
  localStorage.clear()
})

describe('sendQueuedDrafts', () => {
  test('submits each queued draft once, and deletes it from the device', async () => {
    await givenQueuedDraft('First')
    await givenQueuedDraft('Second', 2)
    const onPosted = vi.fn<() => void>()
    await sendQueuedDrafts(viewer.id, onPosted)
    expect(posts().map(({ body }) => (body as { caption: string }).caption)).toEqual(['First', 'Second'])
    expect(onPosted).toHaveBeenCalledTimes(2)
    await expect.poll(() => readDeviceDrafts(viewer.id)).toEqual([])
  })

  test('does not submit a queued draft that another tab opened while an earlier draft was sent', async () => {
    await givenQueuedDraft('First')
    const second = await givenQueuedDraft('Second', 2)
    await sendQueuedDrafts(
      viewer.id,
      () => void putDeviceDraft(toDeviceDraft({ ...second, submission: null }, viewer.id, 3)),
    )
    expect(posts()).toHaveLength(1)
    expect(await readDeviceDrafts(viewer.id)).toMatchObject([{ caption: 'Second', isQueued: false }])
  })

  test('does not submit a draft that is open in this tab after a failed submission', async () => {
    const draft = await givenQueuedDraft('No answer')
    newPostDraft.replace({ ...draft, submission: { step: 'failed', error: new CallError(null) } })
    await sendQueuedDrafts(viewer.id, () => {})
    expect(posts()).toEqual([])
    expect(readDraft().submission?.step).toBe('failed')
  })
})
