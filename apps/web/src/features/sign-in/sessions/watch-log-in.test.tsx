import { getViewer } from '@pawtrait/contract/users.ts'
import { VIEWER_HEADER, VISITOR_HEADER_VALUE } from '@pawtrait/contract/viewer-header.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteAllUnsentText, readUnsentText, saveUnsentText } from '#lib/forms/unsent-text.ts'
import { call } from '#lib/server/call.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { aViewer } from '../../../testing/fixtures.ts'
import { storeUser } from './complete-log-in.ts'
import { consumeOtherAccountFlag } from './other-account-flag.ts'
import { watchLogIn } from './watch-log-in.ts'

const [alice, bob] = [aViewer(), aViewer()]
const reload = vi.fn()
watchLogIn(reload)

/**
 * Simulates a log-in in another tab. The test dispatches the event itself, because a tab gets no event for its own
 * writes.
 */
function logInElsewhere(user: typeof alice) {
  storeUser(user)
  window.dispatchEvent(new StorageEvent('storage', { key: 'user', newValue: localStorage.getItem('user') }))
}

const restore = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))

beforeEach(() => {
  storeUser(alice)
  setPageViewer(alice.id)
})
afterEach(() => {
  setPageViewer(null)
  deleteAllUnsentText()
  localStorage.clear()
})

test('storeUser keeps `following` for the same user, and clears it for another user', () => {
  const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null')
  storeUser({ ...alice, following: [bob.id] })
  storeUser({ ...alice, fullname: 'Alice Achieng' })
  expect(stored()).toMatchObject({ fullname: 'Alice Achieng', following: [bob.id] })
  storeUser(bob)
  expect(stored()).toMatchObject({ id: bob.id, following: [] })
})

describe('watchLogIn', () => {
  test('reloads the page when another user logs in in another tab, but not for the same user', () => {
    logInElsewhere(alice)
    expect(reload).not.toHaveBeenCalled()
    expect(consumeOtherAccountFlag()).toBe(false)
    logInElsewhere(bob)
    expect(reload).toHaveBeenCalledOnce()
    // Reading the flag clears it, so the second read returns false.
    expect(consumeOtherAccountFlag()).toBe(true)
    expect(consumeOtherAccountFlag()).toBe(false)
  })

  test("reloads a visitor's page when a user logs in in another tab", () => {
    setPageViewer(null)
    logInElsewhere(bob)
    expect(reload).toHaveBeenCalledOnce()
    expect(consumeOtherAccountFlag()).toBe(false)
  })

  test('reloads a page that the back-forward cache restores for another user, or after a log-out', () => {
    restore()
    expect(reload).not.toHaveBeenCalled()
    storeUser(bob)
    restore()
    expect(reload).toHaveBeenCalledTimes(1)
    expect(consumeOtherAccountFlag()).toBe(true)
    localStorage.removeItem('user')
    restore()
    expect(reload).toHaveBeenCalledTimes(2)
    expect(consumeOtherAccountFlag()).toBe(false)
  })

  test("sends the page's user in a request header, and reloads the page on a `viewer-changed` error", async () => {
    const net = fakeNetwork()
    net.on('GET /api/session', errorReply('viewer-changed', 401))
    await expect(call(getViewer)).rejects.toMatchObject({ code: 'viewer-changed' })
    expect(reload).toHaveBeenCalledOnce()
    expect(consumeOtherAccountFlag()).toBe(true)
    expect(net.requests[0]?.headers.get(VIEWER_HEADER)).toBe(alice.id)
    setPageViewer(null)
    await expect(call(getViewer)).rejects.toMatchObject({ code: 'viewer-changed' })
    expect(net.requests[1]?.headers.get(VIEWER_HEADER)).toBe(VISITOR_HEADER_VALUE)
  })

  test('does not reload the page when the session has expired', async () => {
    fakeNetwork().on('GET /api/session', errorReply('unauthenticated', 401))
    await expect(call(getViewer)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(reload).not.toHaveBeenCalled()
  })
})

test('storeUser keeps the unsent text of each user when another user logs in', () => {
  saveUnsentText('comment', 'Of Al')
  storeUser(bob)
  saveUnsentText('comment', 'Of Alice')
  // Simulates freshly loaded pages with empty memory.
  setPageViewer(bob.id)
  storeUser(bob)
  saveUnsentText('other', 'Of Bob')
  expect(readUnsentText('comment')).toBe('')
  setPageViewer(alice.id)
  saveUnsentText('other', '')
  expect(readUnsentText('comment')).toBe('Of Alice')
})
