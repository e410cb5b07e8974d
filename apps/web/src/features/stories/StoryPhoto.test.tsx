import type { Story } from '@pawtrait/contract/stories.ts'
import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aViewer } from '../../testing/given.ts'
import { aStory } from '../../testing/given-stories.ts'
import { type Network, network, refusal } from '../../testing/network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { StoryViewer } from './StoryViewer.tsx'

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const broken = 'data:image/gif;base64,'
const aPhotoAt = (src: string, alt: string) => ({
  ...aStory().photo,
  alt,
  variants: [{ format: 'jpg' as const, width: 320, src }],
})

const lost = aStory({ photo: aPhotoAt(broken, 'First') })
const second = aStory({ author: lost.author, photo: aPhotoAt(pixel, 'Second') })
const failed = page.getByText('The photo could not be loaded')
const tryAgain = page.getByRole('button', { name: 'Try again' })
const bar = () => document.querySelector<HTMLElement>('[role="progressbar"] b')
const viewOf = ({ id }: Story) => `PUT /api/stories/${id}/view`

let net: Network
beforeEach(() => {
  net = network()
  net.on('PUT /api/stories/*/view', { status: 200, body: { seenByMe: true, pawedByMe: false } })
})

async function watch(stories: Story[]) {
  net.on('GET /api/users/*/stories', { status: 200, body: { stories } })
  const playlist = { reels: [{ kind: 'user' as const, id: lost.author.id }], at: 0 }
  const stage = { viewer: aViewer(), playlist, pets: [], Safety: () => null, onClose: () => {} }
  renderApp(<StoryViewer open {...stage} />)
  await expect.element(failed).toBeVisible()
}

test('a story whose photo does not come is not seen, says so, and goes on as any other', async () => {
  await watch([lost, second])
  await expect.poll(() => bar()?.dataset.running).toBeDefined()
  expect(net.sent).not.toContain(viewOf(lost))
  bar()?.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }))
  await expect.element(page.getByRole('img', { name: 'Second' })).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
  await expect.poll(() => net.sent).toContain(viewOf(second))
  expect(net.sent).not.toContain(viewOf(lost))
})

test('it is asked for again, at the address it has by then', async () => {
  await watch([lost])
  await userEvent.click(tryAgain)
  await expect.element(failed).toBeVisible()
  net.on('GET /api/stories/*', { status: 200, body: { ...lost, photo: aPhotoAt(pixel, 'First') } })
  await userEvent.click(tryAgain)
  await expect.element(page.getByRole('img', { name: 'First' })).toBeVisible()
  await expect.poll(() => net.sent).toContain(viewOf(lost))
})

test('one that is gone with its story is said to be', async () => {
  await watch([lost])
  net.on('GET /api/stories/*', refusal('not-found', 404))
  await userEvent.click(tryAgain)
  await expect.element(page.getByText('This story has come down')).toBeVisible()
  await expect.element(failed).not.toBeInTheDocument()
})
