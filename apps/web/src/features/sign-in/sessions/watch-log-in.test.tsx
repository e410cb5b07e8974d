import { whoAmI } from '@pawtrait/contract/users.ts'
import { VIEWER_HEADER, VISITOR } from '@pawtrait/contract/viewer-header.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { forgetAllUnsentText, keepUnsentText, unsentText } from '#lib/forms/unsent-text.ts'
import { call } from '#lib/server/call.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { aViewer } from '../../../testing/given.ts'
import { network, refusal } from '../../../testing/network.ts'
import { wasOtherAccount } from './other-account.ts'
import { storeUser } from './start-session.ts'
import { watchLogIn } from './watch-log-in.ts'

const [alice, bob] = [aViewer(), aViewer()]
const begun = vi.fn()
watchLogIn(begun)

/** What another tab's log-in tells this one; a tab does not hear of what it stores itself. */
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
  forgetAllUnsentText()
  localStorage.clear()
})

test('whom the user follows is kept as the log-in told it, until somebody else logs in', () => {
  const stored = () => JSON.parse(localStorage.getItem('user') ?? 'null')
  storeUser({ ...alice, following: [bob.id] })
  storeUser({ ...alice, fullname: 'Alice Achieng' })
  expect(stored()).toMatchObject({ fullname: 'Alice Achieng', following: [bob.id] })
  storeUser(bob)
  expect(stored()).toMatchObject({ id: bob.id, following: [] })
})

describe('a page begins anew', () => {
  test('when somebody else logs in in another tab, not when the same user does', () => {
    logInElsewhere(alice)
    expect(begun).not.toHaveBeenCalled()
    expect(wasOtherAccount()).toBe(false)
    logInElsewhere(bob)
    expect(begun).toHaveBeenCalledOnce()
    // Noted for the new page, once.
    expect(wasOtherAccount()).toBe(true)
    expect(wasOtherAccount()).toBe(false)
  })

  test('of a visitor too, when somebody logs in', () => {
    setPageViewer(null)
    logInElsewhere(bob)
    expect(begun).toHaveBeenCalledOnce()
    expect(wasOtherAccount()).toBe(false)
  })

  test('when the back-forward cache restores it for somebody else, or for nobody', () => {
    restore()
    expect(begun).not.toHaveBeenCalled()
    storeUser(bob)
    restore()
    expect(begun).toHaveBeenCalledTimes(1)
    expect(wasOtherAccount()).toBe(true)
    localStorage.removeItem('user')
    restore()
    expect(begun).toHaveBeenCalledTimes(2)
    expect(wasOtherAccount()).toBe(false)
  })

  test('when the server says that somebody else is logged in, and says for whom it was drawn', async () => {
    const net = network()
    net.on('GET /api/session', refusal('viewer-changed', 401))
    await expect(call(whoAmI)).rejects.toMatchObject({ code: 'viewer-changed' })
    expect(begun).toHaveBeenCalledOnce()
    expect(wasOtherAccount()).toBe(true)
    expect(net.requests[0]?.headers.get(VIEWER_HEADER)).toBe(alice.id)
    setPageViewer(null)
    await expect(call(whoAmI)).rejects.toMatchObject({ code: 'viewer-changed' })
    expect(net.requests[1]?.headers.get(VIEWER_HEADER)).toBe(VISITOR)
  })

  test('not when the session has merely ended', async () => {
    network().on('GET /api/session', refusal('unauthenticated', 401))
    await expect(call(whoAmI)).rejects.toMatchObject({ code: 'unauthenticated' })
    expect(begun).not.toHaveBeenCalled()
  })
})

test('what was half-written stays with whoever wrote it, before and after somebody else logs in', () => {
  keepUnsentText('comment', 'Of Al')
  storeUser(bob)
  keepUnsentText('comment', 'Of Alice')
  // As in pages that have just been loaded: nothing of it is in memory.
  setPageViewer(bob.id)
  storeUser(bob)
  keepUnsentText('other', 'Of Bob')
  expect(unsentText('comment')).toBe('')
  setPageViewer(alice.id)
  keepUnsentText('other', '')
  expect(unsentText('comment')).toBe('Of Alice')
})
