import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '#app/PageView.tsx'
import { CallError } from '#lib/server/call.ts'
import { axeViolations } from '../testing/axe.ts'
import { network, refusal } from '../testing/network.ts'
import { goOffline } from '../testing/offline.ts'
import { renderApp } from '../testing/render-app.tsx'
import { serverStreams } from '../testing/server-stream.ts'
import { Navigation } from './navigation/navigation.ts'
import { PageError } from './navigation/page-answers.ts'

beforeEach(() => {
  const net = network()
  net.on('GET /api/notifications/unread', { status: 200, body: { unread: 0 } })
  net.on('GET /api/premium', refusal('unavailable', 503))
  serverStreams()
})

/** How often the page was asked for again by itself. */
function countReloads() {
  const reload = vi.spyOn(Navigation.prototype, 'reload')
  onTestFinished(() => reload.mockRestore())
  return () => reload.mock.calls.length
}

// The first test: what was fetched once is there.
test('a page that was missing together with what says so is asked for again at once', async () => {
  const reloads = countReloads()
  renderApp(<PageView view={{ page: null, error: new CallError(null) }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('The server does not answer.')
  await expect.poll(reloads).toBe(1)
})

test.for([
  ['unavailable', 503, 'Nothing you posted is lost'],
  ['offline', 0, 'does not answer'],
] as const)('a page that no answer came for is not asked for again unasked: %s', async ([code, status, said]) => {
  const reloads = countReloads()
  const { body } = refusal(code, status)
  const error = new CallError(code === 'offline' ? null : (body as never))
  renderApp(<PageView view={{ page: null, error }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent(said)
  // It would have been by now.
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(reloads()).toBe(0)
})

test('a server that is busy is not called a missing network, though there is none by now', async () => {
  goOffline()
  const { body } = refusal('unavailable', 503)
  renderApp(<PageView view={{ page: null, error: new CallError(body as never) }} />)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Nothing you posted is lost')
})

const show = (at: string, viewer?: null) =>
  renderApp(<PageView view={{ page: null, error: new PageError(404) }} />, { at, ...(viewer === null && { viewer }) })

describe('where nothing is', () => {
  test('whoever is logged in keeps the ways on, and reads what was looked for', async () => {
    show('/@nobody.here')
    await expect.element(page.getByText(/^This profile doesn’t exist/)).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expect.poll(() => document.title).toBe('Page not found · Pawtrait')
    expect(await axeViolations()).toEqual([])
  })

  test.for([
    ['/posts/1', /^It was deleted, or it is not shared/],
    ['/pets/kiko', /^This pet’s page doesn’t exist/],
    ['/stories/1', /^This story has expired or was deleted/],
    ['/nothing', /^It may have moved or been deleted/],
  ] as const)('%s: its words fit', async ([at, words]) => {
    show(at)
    await expect.element(page.getByText(words)).toBeVisible()
  })

  test('a visitor is led to the first page, and told of followers under a post alone', async () => {
    show('/posts/1', null)
    await expect.element(page.getByText(/The post may be for followers only/)).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Home' })).toBeVisible()
    await expect.element(page.getByRole('navigation')).not.toBeInTheDocument()
  })
})

test('what broke stands alone, with the number to ask about', async () => {
  const problem = { status: 500, code: 'internal', title: '', detail: '', requestId: 'req-4711' }
  renderApp(<PageView view={{ page: null, error: new CallError(problem as never) }} />)
  await expect.element(page.getByText('Something went wrong on our side')).toBeVisible()
  await expect.element(page.getByText(/req-4711/)).toBeVisible()
})

/** A page that breaks while it is drawn. */
function Torn(): never {
  throw new TypeError('torn')
}

test('a page that broke while it was drawn says where in the build', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const torn = { path: '/torn', source: '', mode: 'shell' as const, Component: Torn, head: null }
  renderApp(<PageView view={{ page: torn }} />, { at: '/torn' })
  await expect.element(page.getByText(/tell us this code: ErrorPage\.test\.tsx\S*:\d+:\d+/)).toBeVisible()
})

describe('a page that no answer came for', () => {
  const noAnswer = <PageView view={{ page: null, error: new CallError(null) }} />

  test.for(['light', 'dark'])('leaves the ways on where they are, no fault by axe, %s', async (theme) => {
    document.documentElement.dataset.theme = theme
    goOffline()
    renderApp(noAnswer)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('You’re offline. We’ll try again when you’re back.')
    await expect.element(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect.poll(() => document.title).toBe('You’re offline · Pawtrait')
    expect(await axeViolations()).toEqual([])
  })

  test('says that it is the server when there is a network', async () => {
    renderApp(noAnswer)
    await expect.element(page.getByRole('alert')).toMatchTextContent('The server does not answer.')
  })

  test('says so to a visitor too', async () => {
    goOffline()
    renderApp(noAnswer, { viewer: null })
    await expect.element(page.getByRole('alert')).toMatchTextContent('You’re offline')
    await expect.element(page.getByRole('link', { name: 'Log In' })).toBeVisible()
  })
})

test.for(['light', 'dark'])(
  'a page the server could not make: the number, both ways on, no fault by axe, %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme
    await page.viewport(390, 844)
    renderApp(<PageView view={{ page: null, error: new PageError(503, 'req-0815') }} />, { viewer: null })
    await expect.element(page.getByText(/req-0815/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await expect.element(page.getByRole('link', { name: 'Go to the feed' })).toHaveAttribute('href', '/dashboard')
    expect(await axeViolations()).toEqual([])
  },
)
