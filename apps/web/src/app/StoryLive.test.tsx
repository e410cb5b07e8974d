import type { LiveMessage } from '@pawtrait/contract/feed.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { subscribeToEvents } from '#features/feed/subscribe-to-events.ts'
import { StoryViewer } from '#features/stories/StoryViewer.tsx'
import { type FakeEventSource, fakeEventSources } from '../testing/fake-event-source.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../testing/fake-network.ts'
import { aViewer, aVisiblePhoto } from '../testing/fixtures.ts'
import { unmountAll } from '../testing/render.tsx'
import { renderApp } from '../testing/render-app.tsx'
import { aStory } from '../testing/story-fixtures.ts'

let net: FakeNetwork
let streams: FakeEventSource[]
beforeEach(() => {
  net = fakeNetwork()
  streams = fakeEventSources()
  net.on('PUT /api/stories/*/view', { status: 200, body: { seenByMe: true, pawedByMe: false } })
  net.on('GET /api/stories', { status: 200, body: { own: null, rings: [] } })
  net.on('GET /api/feed', { status: 200, body: { posts: [], cursor: null } })
})

const aShownStory = (more: Partial<Story> = {}) => aStory({ photo: aVisiblePhoto('A dog'), ...more })
const sendEvent = (message: LiveMessage) => streams[0]?.tell(message)
const photo = page.getByRole('img', { name: 'A dog' })
const gone = page.getByRole('heading', { name: 'This story is gone' })

/** Opens the story viewer with the given stories and a live event stream. */
async function watch(stories: Story[]) {
  const author = stories[0]?.author.id ?? aViewer().id
  net.on('GET /api/users/*/stories', { status: 200, body: { stories } })
  const viewer = aViewer()
  const playlist = { reels: [{ kind: 'user' as const, id: author }], at: 0 }
  const stage = { viewer, playlist, pets: [], Safety: () => null, onClose: () => {} }
  const queries = renderApp(<StoryViewer open {...stage} />, { viewer })
  onTestFinished(subscribeToEvents(queries, viewer, { onOrder: () => {}, onNotification: () => {}, onGap: () => {} }))
  await expect.poll(() => streams).toHaveLength(1)
  await expect.element(photo).toBeVisible()
}

test('StoryViewer removes a story immediately when the story is taken down', async () => {
  const [story, other] = [aShownStory(), aShownStory()]
  await watch([story])
  sendEvent({ type: 'story-left', storyId: other.id, authorId: story.author.id })
  await expect.element(photo).toBeVisible()
  sendEvent({ type: 'story-left', storyId: story.id, authorId: story.author.id })
  await expect.element(gone).toBeVisible()
  await expect.element(photo).not.toBeInTheDocument()
  expect(page.getByRole('textbox').elements()).toHaveLength(0)
})

test('StoryViewer removes a story that was taken down during a gap in the event stream', async () => {
  await watch([aShownStory()])
  net.on('GET /api/users/*/stories', { status: 200, body: { stories: [] } })
  sendEvent({ type: 'resync' })
  await expect.element(gone).toBeVisible()
  await expect.element(photo).not.toBeInTheDocument()
})

test('StoryViewer shows "This story is gone" when a story expires, unless it is a highlight', async () => {
  // Stops the clock, so that the stories do not expire before a slow machine shows them.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const soon = () => ({ expiresAt: new Date(new Date().getTime() + 1500).toISOString() })
  const highlight = aShownStory(soon())
  net.on(`GET /api/stories/${highlight.id}`, { status: 200, body: highlight })
  await watch([highlight])
  await expect.poll(() => net.sent).toContain(`GET /api/stories/${highlight.id}`)
  await expect.element(photo).toBeVisible()
  net.on(`GET /api/stories/*`, errorReply('not-found', 404))
  unmountAll()
  await watch([aShownStory(soon())])
  await expect.element(gone).toBeVisible()
  await expect.element(photo).not.toBeInTheDocument()
})
