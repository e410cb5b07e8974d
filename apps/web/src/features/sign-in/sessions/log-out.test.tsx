import type { Viewer } from '@pawtrait/contract/users.ts'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { LandingPage } from '#features/sign-in/landing/LandingPage.tsx'
import { requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { recordMemoryOnlyData } from '#lib/memory-only-data.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { deferredReply, errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { aViewer } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { renderHtml } from '../../../testing/render-html.tsx'
import { LogOutButton } from './LogOutButton.tsx'
import { attachLogOutButton } from './send-log-out.ts'

const sentence = 'We could not log you out. You are still logged in on this device. Try again.'
const logOut = page.getByRole('button', { name: 'Log Out', exact: true })

afterEach(() => setPageViewer(null))

describe('Log Out button after a failed log-out', () => {
  test.for(['no answer', 'unavailable'])('shows an error in the app (response: %s)', async (failure) => {
    const net = fakeNetwork()
    if (failure === 'unavailable') net.on('DELETE /api/session', errorReply('unavailable', 503))
    renderApp(<LogOutButton icon="" />)
    await logOut.click()
    await expect.element(page.getByRole('status')).toMatchTextContent(sentence)
  })

  test('shows an error once the confirmation dialog has closed', async () => {
    recordMemoryOnlyData('draft')
    onTestFinished(() => recordMemoryOnlyData('draft', false))
    fakeNetwork()
    renderApp(<LogOutButton icon="" />)
    await logOut.click()
    await page.getByRole('button', { name: 'Log out anyway' }).click()
    await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument()
    await expect.element(page.getByRole('status')).toMatchTextContent(sentence)
  })

  test.for(['no answer', 'unavailable'])('shows an error on the landing page (response: %s)', async (failure) => {
    const net = fakeNetwork()
    if (failure === 'unavailable') net.on('DELETE /api/session', errorReply('unavailable', 503))
    const viewer = { id: '1', username: 'amina.o', fullname: 'Amina Otieno' } as Viewer
    renderHtml(<LandingPage viewer={viewer} mail={false} asksGuardian={false} url={new URL('http://localhost/')} />)
    attachLogOutButton(requireElement('[data-log-out]'))
    await logOut.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(sentence)
    // A new press on Log Out clears the message until the next failure.
    const answer = deferredReply()
    net.on('DELETE /api/session', answer.answer)
    await logOut.click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    answer.give(errorReply('unavailable', 503))
    await expect.element(page.getByRole('alert')).toMatchTextContent(sentence)
  })
})

describe('Log Out button without a network', () => {
  const offline = 'You’re offline. Logging out needs a network. You are still logged in on this device.'

  beforeEach(() => {
    recordMemoryOnlyData('draft')
    const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => {
      recordMemoryOnlyData('draft', false)
      network.mockRestore()
    })
  })

  test('says that a log-out needs a network, and does not ask about unsent data', async () => {
    const net = fakeNetwork()
    renderApp(<LogOutButton icon="" />)
    await logOut.click()
    await expect.element(page.getByRole('status')).toMatchTextContent(offline)
    expect(page.getByRole('alertdialog').elements()).toHaveLength(0)
    expect(net.sent).not.toContain('DELETE /api/session')
  })

  test('asks about unsent data when the server still responds although the browser is offline', async () => {
    fakeNetwork().on('GET /api/session', { status: 200, body: aViewer() })
    renderApp(<LogOutButton icon="" />)
    await logOut.click()
    await expect.element(page.getByRole('alertdialog')).toBeVisible()
  })

  test('says on the landing page that a log-out needs a network', async () => {
    const net = fakeNetwork()
    const viewer = { id: '1', username: 'amina.o', fullname: 'Amina Otieno' } as Viewer
    renderHtml(<LandingPage viewer={viewer} mail={false} asksGuardian={false} url={new URL('http://localhost/')} />)
    attachLogOutButton(requireElement('[data-log-out]'))
    await logOut.click()
    await expect.element(page.getByRole('alert')).toMatchTextContent(offline)
    expect(net.sent).not.toContain('DELETE /api/session')
  })
})
