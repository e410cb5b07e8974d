import { type TransparencyMonth, transparencyCodes } from '@pawtrait/contract/moderation/transparency.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { TransparencyPage } from './TransparencyPage.tsx'

const ADDRESS = 'GET /api/transparency'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})
afterEach(() => vi.restoreAllMocks())

/** Returns a month with the given counts; all other counts are 0. */
const aMonth = (month: string, some: Partial<TransparencyMonth['counts']>): TransparencyMonth => ({
  month,
  counts: {
    ...(Object.fromEntries(transparencyCodes.map((what) => [what, 0])) as TransparencyMonth['counts']),
    ...some,
  },
})

const month = (name: string) =>
  page.getByRole('article').getByText(name, { exact: true }).element().closest('section') as HTMLElement

const numbersOf = (name: string) =>
  Object.fromEntries(
    Array.from(month(name).querySelectorAll('dl > div'), (row) => [
      row.querySelector('dt')?.textContent,
      row.querySelector('dd')?.textContent,
    ]),
  )

describe('TransparencyPage', () => {
  test.each([390, 1440])('shows each month with its counts, newest first, at a width of %d px', async (width) => {
    await page.viewport(width, 900)
    const months = [
      aMonth('2026-11', { ban: 1_200, warn: 3, automated: 200, undone: 4, appealed: 5, overturned: 2 }),
      aMonth('2026-10', { dismiss: 7 }),
    ]
    net.on(ADDRESS, { status: 200, body: { months } })
    renderApp(<TransparencyPage />)
    await expect.element(page.getByRole('heading', { name: 'November 2026' })).toBeVisible()
    expect(page.getByText(/^0 means that it did not happen/).elements()).toHaveLength(2)
    const links = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
    expect(links.elements().map((link) => link.textContent)).toEqual([
      'November 2026',
      'October 2026',
      'How it is counted',
    ])
    expect(numbersOf('November 2026')).toMatchObject({
      Decisions: '1,203',
      'Account banned': '1,200',
      Warning: '3',
      'Taken down': '0',
      'Of these, decided automatically': '200',
      'Undone later': '4',
      'Appeals received': '5',
      'Appeals we agreed with': '2',
    })
    expect(numbersOf('October 2026')).toMatchObject({ Decisions: '7', 'Nothing was wrong': '7', 'Account banned': '0' })
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an empty state when no month has decisions', async () => {
    net.on(ADDRESS, { status: 200, body: { months: [] } })
    renderApp(<TransparencyPage />)
    await expect.element(page.getByText('No decisions yet.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows a loading state, then an error when loading fails, and loads again on "Try again"', async () => {
    net.on(ADDRESS, { status: 500 })
    renderApp(<TransparencyPage />)
    await expect.element(page.getByText('Loading', { exact: false }).first()).toBeInTheDocument()
    await expect.element(page.getByRole('alert')).toMatchTextContent('We could not load the numbers')
    expect(await listAxeViolations()).toEqual([])
    net.on(ADDRESS, { status: 200, body: { months: [aMonth('2026-11', { hide: 1 })] } })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(page.getByRole('heading', { name: 'November 2026' })).toBeVisible()
  })

  test('shows an offline error when the browser is offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderApp(<TransparencyPage />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('offline')
  })
})
