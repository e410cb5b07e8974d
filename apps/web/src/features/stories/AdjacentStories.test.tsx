import type { Story } from '@pawtrait/contract/stories.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer, aVisiblePhoto } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aStory } from '../../testing/story-fixtures.ts'
import { StoryViewer } from './StoryViewer.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('PUT /api/stories/*/view', { status: 200, body: { seenByMe: true, pawedByMe: false } })
})

const photo = (alt: string) => page.getByRole('img', { name: alt })
const beside = (name: string) => page.getByRole('button', { name: `Stories by ${name}` })

/** Returns two stories of Leila and one of Otis. */
function twoPeople() {
  const first = aStory({ photo: aVisiblePhoto('First of Leila') })
  const second = aStory({ author: first.author, photo: aVisiblePhoto('Second of Leila') })
  const otis = { ...first.author, id: aViewer().id, username: 'otis' }
  return { leila: [first, second], otis: [aStory({ author: otis, photo: aVisiblePhoto('Only of Otis') })] }
}

/** Opens the story viewer with these users, in a window of this width. Playback starts with the first user. */
async function open(people: Story[][], width: number) {
  await page.viewport(width, 900)
  const reels = people.map((stories) => ({ kind: 'user' as const, id: stories[0]?.author.id ?? aViewer().id }))
  people.forEach((stories, at) => net.on(`GET /api/users/${reels[at]?.id}/stories`, { status: 200, body: { stories } }))
  const stage = { viewer: aViewer(), pets: [], Safety: () => null, onClose: () => {} }
  renderApp(<StoryViewer open playlist={{ reels, at: 0 }} {...stage} />)
  await expect.element(photo('First of Leila')).toBeVisible()
}

describe('AdjacentStories', () => {
  test('shows the previous and next users in a wide window, and opens the stories of the chosen user', async () => {
    const { leila, otis } = twoPeople()
    await open([leila, otis], 1440)
    await expect.element(beside('otis')).toBeVisible()
    await expect.element(beside('leila')).not.toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(beside('otis'))
    await expect.element(photo('Only of Otis')).toBeVisible()
    await expect.element(beside('leila')).toBeVisible()
  })

  test('shows the previous and next stories when there is only one user', async () => {
    await open([twoPeople().leila], 1440)
    await userEvent.click(beside('leila'))
    await expect.element(photo('Second of Leila')).toBeVisible()
  })

  test('keeps the focus on the "next" button when its story changes', async () => {
    const { leila } = twoPeople()
    const [first] = leila
    const third = aStory({ ...(first && { author: first.author }), photo: aVisiblePhoto('Third of Leila') })
    await open([[...leila, third]], 1440)
    const right = beside('leila').element() as HTMLElement
    right.focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(photo('Second of Leila')).toBeVisible()
    await expect.element(beside('leila').nth(1)).toHaveFocus()
    expect(document.activeElement).toBe(right)
  })

  test('hides the previous and next users on a phone', async () => {
    const { leila, otis } = twoPeople()
    await open([leila, otis], 390)
    await expect.element(beside('otis')).not.toBeInTheDocument()
  })
})
