import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { theDraft } from '#features/posts/draft.ts'
import { forgetUser } from '#features/users/signed-out.ts'
import { hasUnsentDraft } from '#features/users/unsent-draft.ts'
import { drawFor } from '#lib/drawn-for.ts'
import { keepHalfWritten } from '#lib/half-written.ts'
import { aViewer } from '../../testing/given.ts'
import { network } from '../../testing/network.ts'
import { draftsOnDevice } from './device-drafts.ts'
import { startSync } from './sync-draft.ts'

const [viewer, other] = [aViewer(), aViewer()]
const captions = async () => (await draftsOnDevice(viewer.id)).map(({ caption }) => caption)
const write = (caption: string) => theDraft.change(() => ({ caption }))

beforeEach(() => {
  network()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => void vi.useRealTimers())

describe('who logs out', () => {
  test('is asked about a draft of their own alone', async () => {
    startSync(viewer.id)
    write('Not sent yet')
    await vi.advanceTimersByTimeAsync(250)
    await expect.poll(captions).toEqual(['Not sent yet'])
    drawFor(viewer.id)
    expect(await hasUnsentDraft()).toBe(true)
    drawFor(other.id)
    expect(await hasUnsentDraft()).toBe(false)
    // Asking somebody else has not forgotten whose it is.
    drawFor(viewer.id)
    expect(await hasUnsentDraft()).toBe(true)
  })

  test('leaves nothing on the device, though the page lives on until the next one answers', async () => {
    write('Typed at the last moment')
    window.dispatchEvent(new Event('pagehide'))
    const gone = forgetUser()
    write('Typed while leaving')
    keepHalfWritten('comment', 'Half a tho')
    await gone
    await vi.advanceTimersByTimeAsync(10_000)
    window.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await indexedDB.databases()).toEqual([])
    expect(Object.keys(localStorage)).toEqual([])
    expect(sessionStorage.getItem('draft-open')).toBeNull()
  })
})
