import { getSuggestions } from '@pawtrait/contract/search.ts'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { anId } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { SuggestionList } from './SuggestionList.tsx'

const user = { id: anId(), username: 'leila.h', fullname: 'Leila Hassan', image: null, followedByMe: false }

/** Renders the list of suggestions that a mocked server returns. */
function showList(body: { pets: unknown[]; users: unknown[] }) {
  const server = fakeNetwork()
  server.on(`GET ${getSuggestions.path}`, { status: 200, body })
  renderApp(
    <main>
      <SuggestionList onFollow={() => {}} />
    </main>,
  )
  return server
}

describe('SuggestionList', () => {
  test('shows a heading only for a section with suggestions', async () => {
    showList({ pets: [], users: [user] })
    await expect.element(page.getByRole('link', { name: 'Leila Hassan' })).toBeVisible()
    expect(
      page
        .getByRole('heading')
        .elements()
        .map((heading) => heading.textContent),
    ).toEqual(['People to follow'])
  })

  test('renders nothing without suggestions', async () => {
    const server = showList({ pets: [], users: [] })
    await expect.poll(() => server.sent).toHaveLength(1)
    expect(page.getByRole('heading').elements()).toEqual([])
  })
})
