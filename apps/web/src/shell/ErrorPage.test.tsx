import { beforeEach, describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { PageView } from '#app/PageView.tsx'
import { CallError } from '#lib/call.ts'
import { axeViolations } from '../testing/axe.ts'
import { network, refusal } from '../testing/network.ts'
import { renderApp } from '../testing/render-app.tsx'
import { serverStreams } from '../testing/server-stream.ts'
import { PageError } from './navigation/page-answers.ts'

beforeEach(() => {
  const net = network()
  net.on('GET /api/notifications/unread', { status: 200, body: { unread: 0 } })
  net.on('GET /api/premium', refusal('unavailable', 503))
  serverStreams()
})

const show = (at: string, viewer?: null) =>
  renderApp(<PageView view={{ page: null, error: new PageError(404) }} />, { at, ...(viewer === null && { viewer }) })

describe('where nothing is', () => {
  test('whoever is logged in keeps the ways on, and reads what was looked for', async () => {
    show('/@nobody.here')
    await expect.element(page.getByText(/^This profile doesn’t exist/)).toBeVisible()
    await expect.element(page.getByRole('navigation', { name: 'Main' }).first()).toBeVisible()
    await expect.element(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    expect(document.title).toBe('Page not found · Pawtrait')
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
