import { useLocation, useNavigate } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeNetwork } from '../testing/fake-network.ts'
import { aVisiblePhoto } from '../testing/fixtures.ts'
import { renderApp } from '../testing/render-app.tsx'
import { aStory } from '../testing/story-fixtures.ts'
import { FeedStories } from './FeedStories.tsx'

/** Shows the URL fragment and a button that navigates forward. */
function Place() {
  const { hash } = useLocation()
  const navigate = useNavigate()
  return (
    <>
      <p data-testid="address">At {hash || 'the feed'}</p>
      <button type="button" onClick={() => void navigate(1)}>
        Forward
      </button>
    </>
  )
}

const viewer = page.getByRole('dialog', { name: 'Stories' })
const address = page.getByTestId('address')

function showRow(at = '/') {
  const net = fakeNetwork()
  const story = aStory({ photo: aVisiblePhoto('A dog') })
  const ring = { author: story.author, pet: null, unseen: true, startId: story.id }
  net.on('GET /api/stories', { status: 200, body: { own: null, rings: [ring] } })
  net.on('GET /api/users/*/stories', { status: 200, body: { stories: [story] } })
  net.on('PUT /api/stories/*/view', { status: 200, body: { seenByMe: true, pawedByMe: false } })
  const row = (
    <>
      <FeedStories />
      <Place />
    </>
  )
  renderApp(row, { at: at.replace('{author}', story.author.id) })
  return { net, story }
}

test('FeedStories adds a history entry for an opened story, so that Forward reopens the story', async () => {
  const { story, net } = showRow()
  await userEvent.click(page.getByRole('link', { name: 'leila, new' }))
  await expect.element(viewer).toBeVisible()
  await expect.element(address).toHaveTextContent(`At #stories-${story.author.id}`)
  await userEvent.click(viewer.getByRole('button', { name: 'Close' }))
  await expect.element(viewer).not.toBeInTheDocument()
  await expect.element(address).toHaveTextContent('At the feed')
  // On close, the story viewer refetches the story row, because the ring of a seen story changes.
  await expect.poll(() => net.sent.filter((line) => line === 'GET /api/stories')).toHaveLength(2)
  await userEvent.click(page.getByRole('button', { name: 'Forward' }))
  await expect.element(viewer).toBeVisible()
})

test('FeedStories opens no story for a user without stories, and removes the URL fragment', async () => {
  showRow('/#stories-nobody')
  await expect.element(address).toHaveTextContent('At the feed')
  await expect.element(viewer).not.toBeInTheDocument()
})
