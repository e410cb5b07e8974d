import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '#app/PageView.tsx'
import { CallError } from '#lib/server/call.ts'
import { listAxeViolations } from '../testing/axe.ts'
import { fakeEventSources } from '../testing/fake-event-source.ts'
import { errorReply, fakeNetwork } from '../testing/fake-network.ts'
import { goOffline } from '../testing/go-offline.ts'
import { renderApp } from '../testing/render-app.tsx'
import { Navigation } from './navigation/navigation.ts'
import { PageError } from './navigation/page-errors.ts'

beforeEach(() => {
  const net = fakeNetwork()
  net.on('GET /api/notifications/unread', { status: 200, body: { unread: 0 } })
  net.on('GET /api/premium', errorReply('unavailable', 503))
  fakeEventSources()
})

/** Counts automatic reloads of the page. */
function countReloads() {
  const reload = vi.spyOn(Navigation.prototype, 'reload')
  onTestFinished(() => reload.mockRestore())
  return () => reload.mock.calls.length
}

// This test must run first, because the lazy error page must not be loaded yet.
test('PageView retries the page at once when the code of the error page loads late', async () => {
  const reloads = countReloads()
  renderApp(<PageView view={{ page: null, error: new CallError(null) }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server did not answer.')
  await expect.poll(reloads).toBe(1)
})

test.for([
  ['unavailable', 503, 'Nothing you posted is lost'],
  ['offline', 0, 'did not answer'],
] as const)('PageView does not reload by itself after the error "%s"', async ([code, status, text]) => {
  const reloads = countReloads()
  const { body } = errorReply(code, status)
  const error = new CallError(code === 'offline' ? null : (body as never))
  renderApp(<PageView view={{ page: null, error }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(text)
  // Waits 100 ms. An automatic reload would happen earlier.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reloads()).toBe(0)
})

test('PageView shows the message of a 503 response, not the offline message, when the browser is offline', async () => {
  goOffline()
  const { body } = errorReply('unavailable', 503)
  renderApp(<PageView view={{ page: null, error: new CallError(body as never) }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing you posted is lost')
})

const show = (at: string, viewer?: null) =>
  renderApp(<PageView view={{ page: null, error: new PageError(404) }} />, { at, ...(viewer === null && { viewer }) })

describe('PageView of a missing page', () => {
  test('shows a signed-in user the navigation, and says that a profile does not exist', async () => {
    show('/@unknown.one')
    await expect.element(page.getByText(/^This profile doesn’t exist/)).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect.poll(() => document.title).toBe('Page not found · Pawtrait')
    expect(await listAxeViolations()).toEqual([])
  })

  test.for([
    ['/posts/1', /^It was deleted, or it is not shared/],
    ['/pets/kiko', /^This pet’s page doesn’t exist/],
    ['/stories/1', /^This story has expired or was deleted/],
    ['/nothing', /^It may have moved or been deleted/],
  ] as const)('explains why there may be no page at %s', async ([at, words]) => {
    show(at)
    await expect.element(page.getByText(words)).toBeVisible()
  })

  test('links a visitor to the landing page and says that a missing post may be for followers only', async () => {
    show('/posts/1', null)
    await expect.element(page.getByText(/The post may be for followers only/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Home' })).toBeVisible()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  })
})

test('PageView shows an internal error with its request id', async () => {
  const problem = { status: 500, code: 'internal', title: '', detail: '', requestId: 'req-4711' }
  renderApp(<PageView view={{ page: null, error: new CallError(problem as never) }} />)
  await expect.element(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect.element(page.getByText(/req-4711/)).toBeVisible()
})

/** Component that throws while it renders. */
function ThrowingPage(): never {
  throw new TypeError('torn')
}

test('PageView shows file and line of the error when a page throws while rendering', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const throwingPage = { path: '/torn', source: '', Component: ThrowingPage, head: null }
  renderApp(<PageView view={{ page: throwingPage }} />, { at: '/torn' })
  await expect.element(page.getByText(/tell us this code: ErrorPage\.test\.tsx\S*:\d+:\d+/)).toBeVisible()
})

describe('UnavailablePage', () => {
  const noAnswer = <PageView view={{ page: null, error: new CallError(null) }} />

  test.for(['light', 'dark'])('shows the navigation while offline, and passes axe in the %s theme', async (theme) => {
    document.documentElement.dataset.theme = theme
    goOffline()
    renderApp(noAnswer)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('You’re offline. We’ll try again when you’re back.')
    await expect.element(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect.poll(() => document.title).toBe('You’re offline · Pawtrait')
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows "The server did not answer" when a request failed while the browser is online', async () => {
    renderApp(noAnswer)
    await expect.element(page.getByRole('alert')).toMatchTextContent('The server did not answer.')
  })

  test('shows a visitor the offline message and a log-in link', async () => {
    goOffline()
    renderApp(noAnswer, { viewer: null })
    await expect.element(page.getByRole('alert')).toMatchTextContent('You’re offline')
    await expect.element(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  })
})

test.for(['light', 'dark'])(
  'PageView shows request id, "Try again" and feed link when server rendering fails (%s theme)',
  async (theme) => {
    document.documentElement.dataset.theme = theme
    await page.viewport(390, 844)
    renderApp(<PageView view={{ page: null, error: new PageError(503, 'req-0815') }} />, { viewer: null })
    await expect.element(page.getByText(/req-0815/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to the feed' })).toHaveAttribute('href', '/dashboard')
    expect(await listAxeViolations()).toEqual([])
  },
)
