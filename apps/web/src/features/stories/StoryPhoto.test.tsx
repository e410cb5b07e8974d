import type { Story } from '@pawtrait/contract/stories.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer, aVisiblePhoto } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aStory } from '../../testing/story-fixtures.ts'
import { StoryViewer } from './StoryViewer.tsx'

const storyWithBrokenPhoto = aStory({ photo: { ...aVisiblePhoto('First'), src: 'data:image/gif;base64,' } })
const second = aStory({ author: storyWithBrokenPhoto.author, photo: aVisiblePhoto('Second') })
const failed = page.getByText('We could not load the photo')
const tryAgain = page.getByRole('button', { name: 'Try again' })
const bar = () => document.querySelector<HTMLElement>('[role="progressbar"] b')
const viewOf = ({ id }: Story) => `PUT /api/stories/${id}/view`

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  net.on('PUT /api/stories/*/view', { status: 200, body: { seenByMe: true, pawedByMe: false } })
  net.on('GET /api/stories/*', { status: 200, body: storyWithBrokenPhoto })
})

function open(stories: Story[]) {
  net.on('GET /api/users/*/stories', { status: 200, body: { stories } })
  const playlist = { reels: [{ kind: 'user' as const, id: storyWithBrokenPhoto.author.id }], at: 0 }
  const stage = { viewer: aViewer(), playlist, pets: [], Safety: () => null, onClose: () => {} }
  renderApp(<StoryViewer open {...stage} />)
}

/**
 * Opens stories. Waits for the error of `storyWithBrokenPhoto`, and for the request that checks whether this story
 * still exists.
 */
async function openUntilError(stories: Story[]) {
  open(stories)
  await expect.element(failed).toBeVisible()
  await expect.poll(() => net.sent).toContain(`GET /api/stories/${storyWithBrokenPhoto.id}`)
}

describe('StoryViewer with a photo that fails to load', () => {
  test('shows an error, does not report the story as seen, and continues with the next story', async () => {
    await openUntilError([storyWithBrokenPhoto, second])
    await expect.poll(() => bar()?.dataset.running).toBeDefined()
    expect(net.sent).not.toContain(viewOf(storyWithBrokenPhoto))
    bar()?.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }))
    await expect.element(page.getByRole('img', { name: 'Second' })).toBeVisible()
    await expect.element(failed).not.toBeInTheDocument()
    await expect.poll(() => net.sent).toContain(viewOf(second))
    expect(net.sent).not.toContain(viewOf(storyWithBrokenPhoto))
  })

  for (const theme of ['light', 'dark'])
    test(`has no axe violations in the ${theme} theme`, async () => {
      document.documentElement.dataset.theme = theme
      await openUntilError([storyWithBrokenPhoto])
      window.dispatchEvent(new Event('offline'))
      await expect.element(tryAgain).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
      delete document.documentElement.dataset.theme
    })

  test('refetches the URL of the photo on retry', async () => {
    await openUntilError([storyWithBrokenPhoto])
    await userEvent.click(tryAgain)
    await expect.element(failed).toBeVisible()
    net.on('GET /api/stories/*', { status: 200, body: { ...storyWithBrokenPhoto, photo: aVisiblePhoto('First') } })
    await userEvent.click(tryAgain)
    await expect.element(page.getByRole('img', { name: 'First' })).toBeVisible()
    await expect.poll(() => net.sent).toContain(viewOf(storyWithBrokenPhoto))
  })

  test('shows "This story is gone" instead of the error when the story was deleted', async () => {
    net.on('GET /api/stories/*', errorReply('not-found', 404))
    open([storyWithBrokenPhoto])
    await expect.element(page.getByText('This story is gone')).toBeVisible()
    await expect.element(failed).not.toBeInTheDocument()
  })

  test('shows "This story is gone" when the story is deleted before a retry', async () => {
    await openUntilError([storyWithBrokenPhoto])
    net.on('GET /api/stories/*', errorReply('not-found', 404))
    await userEvent.click(tryAgain)
    await expect.element(page.getByText('This story is gone')).toBeVisible()
    await expect.element(failed).not.toBeInTheDocument()
  })
})
