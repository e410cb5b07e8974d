import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { newPostDraft } from '#features/posts/editor/new-post-draft.ts'
import { LogOutButton } from '#features/sign-in/sessions/LogOutButton.tsx'
import { deleteLocalUserData } from '#features/sign-in/sessions/local-sign-out.ts'
import { saveUnsentText } from '#lib/forms/unsent-text.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { readDeviceDrafts } from './device-drafts.ts'
import { startDraftSync } from './sync-draft.ts'

const [viewer, otherUser] = [aViewer(), aViewer()]
const captions = async () => (await readDeviceDrafts(viewer.id)).map(({ caption }) => caption)
const write = (caption: string) => newPostDraft.change(() => ({ caption }))

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => void vi.useRealTimers())

describe('log-out with an unsaved draft', () => {
  test('asks for confirmation, and says whether another user wrote the draft', async () => {
    startDraftSync(viewer.id)
    write('Not sent yet')
    await vi.advanceTimersByTimeAsync(250)
    await expect.poll(captions).toEqual(['Not sent yet'])
    renderApp(<LogOutButton icon="" />, { viewer: otherUser })
    const logOut = page.getByRole('button', { name: 'Log Out' })
    const question = page.getByRole('alertdialog', { name: 'Log out and lose a draft?' })
    setPageViewer(otherUser.id)
    await logOut.click()
    await expect.element(question).toHaveAccessibleDescription(/^A draft of another account is only on this device/)
    await page.getByRole('button', { name: 'Stay logged in' }).click()
    await expect.element(question).not.toBeInTheDocument()
    setPageViewer(viewer.id)
    await logOut.click()
    await expect.element(question).toHaveAccessibleDescription(/^A draft is only on this device/)
    expect(net.sent).not.toContain('DELETE /api/session')
  })

  test('deletes all data stored on the device, and stores no new data before the page unloads', async () => {
    write('Typed at the last moment')
    window.dispatchEvent(new Event('pagehide'))
    const deletion = deleteLocalUserData()
    write('Typed while leaving')
    saveUnsentText('comment', 'Half a tho')
    await deletion
    await vi.advanceTimersByTimeAsync(10_000)
    window.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await indexedDB.databases()).toEqual([])
    expect(Object.keys(localStorage)).toEqual([])
    expect(sessionStorage.getItem('draft-open')).toBeNull()
  })
})
