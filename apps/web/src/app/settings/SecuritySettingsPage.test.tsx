import { endOtherSessions, listSessions, type Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { zipCodeCredentials } from '../../testing/credentials-fixtures.ts'
import { deferredReply, fakeNetwork } from '../../testing/fake-network.ts'
import { anId } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { SecuritySettingsPage } from './SecuritySettingsPage.tsx'

const aSession = (more: Partial<Session> = {}): Session => ({
  id: anId<Session['id']>(),
  label: 'Firefox on Linux',
  network: '192.0.2.0/24',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T18:30:00.000Z',
  timeZone: 'Africa/Nairobi',
  current: false,
  ...more,
})

const currentSession = aSession({ label: 'Chrome on Android', current: true })
const list = `GET ${listSessions.path}`

function showPage(sessions: Session[] = [currentSession, aSession(), aSession({ label: 'Safari on iPhone' })]) {
  const server = fakeNetwork()
  server.on('GET /api/credentials', { status: 200, body: zipCodeCredentials() })
  server.on('GET /api/passkeys', { status: 200, body: { possible: true, passkeys: [] } })
  server.on('GET /api/account/events', { status: 200, body: { events: [] } })
  let remaining = sessions
  server.on(list, () => ({ status: 200, body: { sessions: remaining } }))
  server.on('DELETE /api/sessions/*', ({ path }) => {
    remaining = remaining.filter(({ id }) => !path.endsWith(id))
    return { status: 204 }
  })
  server.on(`DELETE ${endOtherSessions.path}`, () => {
    remaining = [currentSession]
    return { status: 204 }
  })
  return server
}

const row = (label: string) => page.getByRole('listitem').filter({ hasText: label })
const logOut = (label: string) => page.getByRole('button', { name: `Log out ${label}` })

describe('SessionList', () => {
  test('shows a labelled skeleton, then lists every session', async () => {
    const server = showPage()
    const answer = deferredReply()
    server.on(list, answer.answer)
    renderApp(<SecuritySettingsPage />)
    await expect.element(page.getByText('Loading')).toBeInTheDocument()
    answer.give({ status: 200, body: { sessions: [currentSession, aSession()] } })
    await expect.element(row('Chrome on Android')).toMatchTextContent('This device')
    await expect.element(row('Firefox on Linux')).toMatchTextContent(/Last used 20 November 2026/)
    await expect.element(logOut('Chrome on Android')).not.toBeInTheDocument()
  })

  test('shows an error when the sessions fail to load, and loads them again on "Try again"', async () => {
    const server = showPage()
    server.on(list, { status: 500 })
    renderApp(<SecuritySettingsPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load where you are logged in')
    server.on(list, { status: 200, body: { sessions: [currentSession] } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(row('Chrome on Android')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Log out everywhere else' })).not.toBeInTheDocument()
  })

  test('sends one request when the log-out button of a session is clicked twice', async () => {
    const server = showPage()
    renderApp(<SecuritySettingsPage />)
    const answer = deferredReply()
    server.on('DELETE /api/sessions/*', answer.answer)
    await userEvent.click(logOut('Firefox on Linux'))
    await expect.element(logOut('Firefox on Linux')).toHaveAttribute('aria-busy', 'true')
    await userEvent.click(logOut('Firefox on Linux'), { force: true })
    server.on(list, { status: 200, body: { sessions: [currentSession] } })
    answer.give({ status: 204 })
    await expect.element(page.getByText('Firefox on Linux is logged out')).toBeVisible()
    await expect.element(row('Last used')).not.toBeInTheDocument()
    expect(server.sent.filter((call) => call.startsWith('DELETE'))).toHaveLength(1)
  })

  test('still lists a device that could not be logged out', async () => {
    const server = showPage()
    renderApp(<SecuritySettingsPage />)
    server.on('DELETE /api/sessions/*', { status: 500 })
    server.on(list, { status: 500 })
    await userEvent.click(logOut('Safari on iPhone'))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The device is still logged in')
    await expect.element(row('Safari on iPhone')).toBeVisible()
  })

  test('still shows the list when a refetch fails', async () => {
    const server = showPage()
    const queries = renderApp(<SecuritySettingsPage />)
    await expect.element(row('Safari on iPhone')).toBeVisible()
    server.on(list, { status: 500 })
    await queries.invalidateQueries({ queryKey: ['sessions'] })
    await expect.element(row('Safari on iPhone')).toBeVisible()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  test('logs out every other device with one button', async () => {
    showPage()
    renderApp(<SecuritySettingsPage />)
    await userEvent.click(page.getByRole('button', { name: 'Log out everywhere else' }))
    await expect.element(page.getByText('Every other device is logged out')).toBeVisible()
    await expect.element(row('Firefox on Linux')).not.toBeInTheDocument()
    await expect.element(row('Chrome on Android')).toBeVisible()
  })
})

test('SecuritySettingsPage asks a user who has recovered their account to choose a log-in method', async () => {
  showPage()
  renderApp(<SecuritySettingsPage />, { at: '/settings/security?choose=1' })
  await expect.element(page.getByText('You’re logged in. How will you log in next time?')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Not now' })).toBeVisible()
})

test('SecuritySettingsPage has no accessibility violations in the light and dark themes', async () => {
  showPage()
  renderApp(<SecuritySettingsPage />)
  await expect.element(row('Safari on iPhone')).toBeVisible()
  expect(await listAxeViolations()).toEqual([])
  document.documentElement.dataset.theme = 'dark'
  expect(await listAxeViolations()).toEqual([])
})
