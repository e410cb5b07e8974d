import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { reelQuery } from '#features/stories/story-cache.ts'
import { createQueryClient } from '#lib/server/query-client.ts'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aPhoto } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { aStory } from '../testing/story-fixtures.ts'
import { StoryPage } from './StoryPage.tsx'

const active = { expiresAt: '2999-01-01T00:00:00.000Z' }
const named = (alt: string) => ({ ...active, photo: aPhoto({ alt }) })

test("StoryPage inserts a linked story by its age if the author's list of stories does not contain it", async () => {
  const first = aStory(named('First'))
  const linked = aStory({ ...named('Linked'), author: first.author })
  const last = aStory({ ...named('Last'), author: first.author })
  const net = fakeNetwork()
  net.on('GET /api/users/*/stories', { status: 200, body: { stories: [first, last] } })
  net.on(`GET /api/stories/${linked.id}`, { status: 200, body: linked })
  net.on('PUT /api/stories/*/view', { status: 200, body: { seenByMe: true, pawedByMe: false } })
  const queries = createQueryClient({ retries: 0 })
  queries.setQueryData(reelQuery({ kind: 'story', id: linked.id }).queryKey, [linked])
  const routes = (
    <Routes>
      <Route path="/stories/:id" element={<StoryPage />} />
    </Routes>
  )
  renderApp(routes, { queries, at: `/stories/${linked.id}` })
  await expect.element(page.getByText('Story 2 of 3 by leila, Linked', { exact: false })).toBeInTheDocument()
})
