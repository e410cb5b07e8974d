import { listSessions, type Session } from '@pawtrait/contract/sign-in/sign-in.ts'
import { useLocation } from 'react-router'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { zipCodeCredentials } from '../../testing/credentials-fixtures.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { anId, aViewer } from '../../testing/fixtures.ts'
import { aPremiumStatus } from '../../testing/payment-fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { AccountSettingsPage } from './AccountSettingsPage.tsx'
import { AppearanceSettingsPage } from './AppearanceSettingsPage.tsx'
import { SettingsPage } from './SettingsPage.tsx'

const wide = { width: 1280, height: 800 }
const phone = { width: 390, height: 844 }

const aSession = (): Session => ({
  id: anId<Session['id']>(),
  label: 'Firefox on Linux',
  network: '192.0.2.0/24',
  createdAt: '2026-11-01T08:00:00.000Z',
  lastSeenAt: '2026-11-20T18:30:00.000Z',
  timeZone: 'Africa/Nairobi',
  current: false,
})

function fakeSettings() {
  const server = fakeNetwork()
  server.on('GET /api/credentials', { status: 200, body: { ...zipCodeCredentials(), zipCode: null, passkeys: 1 } })
  server.on(`GET ${listSessions.path}`, { status: 200, body: { sessions: [aSession(), aSession()] } })
  server.on('GET /api/profile/privacy', { status: 200, body: { isPrivate: true } })
  server.on('GET /api/exports', { status: 200, body: { export: null, nextAt: null } })
  server.on('GET /api/notifications/settings', { status: 200, body: { off: ['like'] } })
  server.on('GET /api/moderation/role', { status: 200, body: { role: null } })
  server.on('GET /api/premium', { status: 200, body: aPremiumStatus() })
  return server
}

function Place() {
  return <output>{useLocation().pathname}</output>
}

const link = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) })

afterEach(async () => {
  document.cookie = 'theme=; path=/; max-age=0'
  await page.viewport(phone.width, phone.height)
})

test('SettingsPage lists the settings pages with a summary of each on a phone', async () => {
  await page.viewport(phone.width, phone.height)
  fakeSettings()
  renderApp(<SettingsPage />, { viewer: { ...aViewer(), username: 'amina.o' } })
  await expect.element(link('Security')).toHaveAttribute('href', '/settings/security')
  await expect.element(link('Account')).toMatchTextContent('@amina.o')
  await expect.element(link('Security')).toMatchTextContent('Passkey, 2 devices')
  await expect.element(link('Privacy')).toMatchTextContent('Only followers see your posts')
  await expect.element(link('Data')).toMatchTextContent('Download everything')
  await expect.element(link('Notifications')).toMatchTextContent('1 kind switched off')
  await expect.element(link('Appearance')).toMatchTextContent('System')
  await expect.element(page.getByRole('heading', { name: 'Account' })).not.toBeInTheDocument()
  expect(await listAxeViolations()).toEqual([])
})

test('SettingsPage omits summaries that failed to load', async () => {
  const server = fakeSettings()
  server.on('GET /api/credentials', { status: 500 })
  server.on('GET /api/profile/privacy', { status: 500 })
  server.on('GET /api/notifications/settings', { status: 200, body: { off: [] } })
  renderApp(<SettingsPage />)
  await expect.element(link('Notifications')).toMatchTextContent('All switched on')
  await expect.element(link('Security')).toHaveTextContent('Security')
  await expect.element(link('Privacy')).toHaveTextContent('Privacy')
})

test('SettingsPage shows the account settings beside the list on a wide screen', async () => {
  await page.viewport(wide.width, wide.height)
  fakeSettings()
  renderApp(<SettingsPage />)
  await expect.element(page.getByRole('region', { name: 'Account' })).toBeVisible()
  await expect.element(link('Privacy')).toBeVisible()
  expect(await listAxeViolations()).toEqual([])
})

test('SettingsPage redirects a URL with an old section fragment to the page of that section', async () => {
  fakeSettings()
  renderApp(
    <>
      <Place />
      <SettingsPage />
    </>,
    { at: '/settings#privacy' },
  )
  await expect.element(page.getByText('/settings/privacy', { exact: true })).toBeInTheDocument()
})

test('settings pages mark the current page in a list on a wide screen, and hide the list on a phone', async () => {
  await page.viewport(wide.width, wide.height)
  fakeSettings()
  renderApp(<AccountSettingsPage />, { at: '/settings/account' })
  await expect.element(link('Account')).toHaveAttribute('aria-current', 'page')
  await expect.element(link('Privacy')).not.toHaveAttribute('aria-current')
  await page.viewport(phone.width, phone.height)
  await expect.element(link('Privacy')).not.toBeInTheDocument()
})

test('AccountSettings shows the end date of Premium and a link to the payments page', async () => {
  const until = '2031-12-20T12:00:00.000Z'
  fakeSettings().on('GET /api/premium', {
    status: 200,
    body: aPremiumStatus({ state: 'active', until, rightsUntil: until }),
  })
  renderApp(<AccountSettingsPage />)
  await expect
    .element(page.getByText('Premium is on until 20 December 2031. It does not renew by itself.'))
    .toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open Plan and payments' }))
    .toHaveAttribute('href', '/settings/payments')
})

test('AppearanceSettingsPage applies a theme immediately and stores it in a cookie', async () => {
  fakeNetwork()
  renderApp(<AppearanceSettingsPage />)
  await userEvent.click(page.getByText('Dark', { exact: true }))
  expect(document.documentElement.dataset.theme).toBe('dark')
  expect(document.cookie).toContain('theme=dark')
  await userEvent.click(page.getByText('System', { exact: true }))
  expect(document.documentElement.dataset.theme).toBeUndefined()
  expect(document.cookie).toContain('theme=system')
  expect(await listAxeViolations()).toEqual([])
})

test.each([phone, wide])(
  'SettingsPage shows the link to the moderation desk only to moderators ($width px)',
  async ({ width, height }) => {
    await page.viewport(width, height)
    const server = fakeSettings()
    const queries = renderApp(<SettingsPage />)
    await expect.poll(() => server.sent).toContain('GET /api/moderation/role')
    await expect.element(link('Security')).toBeVisible()
    await expect.element(link('Moderation')).not.toBeInTheDocument()
    server.on('GET /api/moderation/role', { status: 200, body: { role: 'moderator' } })
    await queries.refetchQueries({ queryKey: ['moderator-role'] })
    await expect.element(link('Moderation')).toHaveAttribute('href', '/moderation')
    expect(await listAxeViolations()).toEqual([])
  },
)
