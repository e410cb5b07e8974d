import { type SearchHit, search } from '@pawtrait/contract/search.ts'
import { describe, expect, type MockInstance, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { createQueryClient } from '#lib/server/query-client.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { deferredReply, fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { SearchResults } from './SearchResults.tsx'

const aHit = (type: SearchHit['type'], name: string): SearchHit => ({
  ...{ id: name, name, type, href: `/${name}`, detail: '', image: null, photo: null },
  species: type === 'pet' ? 'dog' : null,
  backdrop: type === 'pet' ? 'moss' : null,
  followedByMe: null,
  requestedByMe: false,
  postCount: null,
})

const getHitHrefs = () => [...document.querySelectorAll('li a')].map((link) => link.getAttribute('href'))

describe('SearchResults', () => {
  test('appends the next page below earlier hits, and shows "More than" until all hits are loaded', async () => {
    const server = fakeNetwork()
    const next = deferredReply()
    const first = [aHit('pet', 'Jabali'), aHit('user', 'Njeri'), aHit('post', 'jogging')]
    server.on(`GET ${search.path}`, ({ query }) =>
      query.has('cursor') ? next.answer() : { status: 200, body: { hits: first, cursor: 'pet:1_post:2' } },
    )
    renderApp(
      <main>
        <h1>Search</h1>
        <SearchResults q="j" type={null} />
      </main>,
    )
    await expect.element(page.getByText('More than 3 results for “j”')).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Loading more posts' })).toBeVisible()
    expect(getHitHrefs()).toEqual(['/Jabali', '/Njeri', '/jogging'])
    next.give({ status: 200, body: { hits: [aHit('pet', 'Jojo'), aHit('post', 'jam')], cursor: null } })
    await expect.element(page.getByText('5 results for “j”', { exact: true })).toBeVisible()
    expect(getHitHrefs()).toEqual(['/Jabali', '/Njeri', '/jogging', '/Jojo', '/jam'])
    expect(server.requests.map(({ query }) => query.get('cursor'))).toEqual([null, 'pet:1_post:2'])
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows the exact count when the list is complete, even if its last page is full', async () => {
    const hits = Array.from({ length: 12 }, (_, index) => aHit('pet', `Jojo ${index}`))
    fakeNetwork().on(`GET ${search.path}`, { status: 200, body: { hits, cursor: null } })
    renderApp(<SearchResults q="j" type={null} />)
    await expect.element(page.getByText('12 results for “j”', { exact: true })).toBeVisible()
  })

  test('says which type has no hits, and links to a search of all types', async () => {
    fakeNetwork().on(`GET ${search.path}`, { status: 200, body: { hits: [], cursor: null } })
    renderApp(<SearchResults q="mango" type="place" />)
    await expect.element(page.getByRole('heading', { name: 'No places found' })).toBeVisible()
    await expect.element(page.getByText(/^We looked for “mango” in places only/)).toBeVisible()
    const link = page.getByRole('link', { name: 'Search everything' })
    await expect.element(link).toHaveAttribute('href', '/dashboard/search?q=mango')
  })

  test('fits the longest username into the post columns on a phone', async () => {
    await page.viewport(390, 844)
    const hits = ['jam', 'joy'].map((name) => ({ ...aHit('post', name), detail: 'wanjiru_njoroge_wa_kamau_nairo' }))
    fakeNetwork().on(`GET ${search.path}`, { status: 200, body: { hits, cursor: null } })
    renderApp(<SearchResults q="j" type="post" />)
    await expect.element(page.getByText('jam', { exact: false }).first()).toBeVisible()
    for (const item of document.querySelectorAll('li')) expect(item.scrollWidth).toBe(item.clientWidth)
  })

  test('shows no extra gap between two pages of the same list', async () => {
    await page.viewport(390, 844)
    fakeNetwork().on(`GET ${search.path}`, ({ query }) => {
      const isNext = query.has('cursor')
      const hits = isNext ? [aHit('tag', 'jam'), aHit('tag', 'joy')] : [aHit('pet', 'Jabali'), aHit('pet', 'Jojo')]
      return { status: 200, body: { hits, cursor: isNext ? null : 'pet:1' } }
    })
    renderApp(<SearchResults q="j" type={null} />)
    await expect.element(page.getByText('4 results for “j”', { exact: true })).toBeVisible()
    const rows = page
      .getByRole('listitem')
      .elements()
      .map((row) => row.getBoundingClientRect())
    const gaps = rows.slice(1).map((row, index) => row.top - (rows[index]?.bottom ?? 0))
    expect(new Set(gaps)).toEqual(new Set([10]))
  })

  const offline = page.getByText('You’re offline. We’ll try again when you’re back.')

  function goOnline(line: MockInstance) {
    line.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
  }

  test('shows "You’re offline" immediately, and repeats the search when the connection returns', async () => {
    const server = fakeNetwork()
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderApp(<SearchResults q="j" type={null} />, { queries: createQueryClient() })
    await expect.element(offline).toBeVisible()
    expect(server.sent).toHaveLength(1)
    server.on(`GET ${search.path}`, { status: 200, body: { hits: [aHit('pet', 'Jojo')], cursor: null } })
    goOnline(line)
    await expect.element(page.getByText('1 result for “j”')).toBeVisible()
  })

  test('retries the next page when the connection returns', async () => {
    const server = fakeNetwork()
    server.on(`GET ${search.path}`, ({ query }) => {
      if (query.has('cursor')) throw new TypeError('Failed to fetch')
      return { status: 200, body: { hits: [aHit('pet', 'Jojo')], cursor: 'pet:1' } }
    })
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    renderApp(<SearchResults q="j" type={null} />, { queries: createQueryClient() })
    await expect.element(offline).toBeVisible()
    server.on(`GET ${search.path}`, { status: 200, body: { hits: [aHit('pet', 'Jabali')], cursor: null } })
    goOnline(line)
    await expect.element(page.getByText('2 results for “j”')).toBeVisible()
  })
})
