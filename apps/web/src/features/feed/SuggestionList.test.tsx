import { suggestions } from '@pawtrait/contract/search.ts'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { anId } from '../../testing/given.ts'
import { network } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { SuggestionList } from './SuggestionList.tsx'

const user = { id: anId(), username: 'leila.h', fullname: 'Leila Hassan', image: null, followedByMe: false }

/** The list as it stands under an empty feed, with what follows it. */
function showList(body: { pets: unknown[]; users: unknown[] }) {
  const server = network()
  server.on(`GET ${suggestions.path}`, { status: 200, body })
  renderApp(
    <main>
      <SuggestionList onFollow={() => {}} />
    </main>,
  )
  return server
}

test('a heading stands only over something', async () => {
  showList({ pets: [], users: [user] })
  await expect.element(page.getByRole('link', { name: 'Leila Hassan' })).toBeVisible()
  expect(
    page
      .getByRole('heading')
      .elements()
      .map((heading) => heading.textContent),
  ).toEqual(['People to follow'])
})

test('with nobody to suggest, nothing stands there', async () => {
  const server = showList({ pets: [], users: [] })
  await expect.poll(() => server.sent).toHaveLength(1)
  expect(page.getByRole('heading').elements()).toEqual([])
})
