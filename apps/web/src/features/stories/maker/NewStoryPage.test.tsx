import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { axeViolations } from '../../../testing/axe.ts'
import { aPet, aPhoto, aViewer } from '../../../testing/given.ts'
import { aStory } from '../../../testing/given-stories.ts'
import { type Network, network, refusal } from '../../../testing/network.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { StoryForm } from './NewStoryPage.tsx'
import { forgetStoryDraft, keepStoryDraft, readStoryDraft } from './story-draft.ts'

let net: Network
const viewer = aViewer()
const button = (name: string) => page.getByRole('button', { name, exact: true })

/** A wide picture as a file of the server's. */
function wide(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  canvas.getContext('2d')?.fillRect(0, 0, 400, 300)
  return canvas.toDataURL('image/jpeg')
}

beforeEach(() => {
  net = network()
  const photo = { ...aPhoto({ src: wide(), widths: [400], width: 400, height: 300 }), crop: null, rotate: 0 }
  net.on('GET /api/photos/*', { status: 200, body: photo })
  net.on('PATCH /api/photos/*', { status: 200, body: photo })
  net.on('POST /api/stories', { status: 201, body: aStory() })
  keepStoryDraft(viewer.id, { ...readStoryDraft(viewer.id), photo: photo.id, caption: 'Low tide.' })
  onTestFinished(forgetStoryDraft)
})

test('a photo is cut to the frame it hangs in, and hangs so', async () => {
  const onPublished = vi.fn()
  renderApp(<StoryForm viewer={viewer.id} pets={[]} onPublished={onPublished} />, { viewer })
  await userEvent.click(button('Crop the photo'))
  const dialog = page.getByRole('dialog', { name: 'Crop the photo' })
  await expect.element(dialog.getByLabelText('Zoom')).toBeVisible()
  await expect.poll(() => document.querySelector('[data-testid="cropper"]')).not.toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Use this part' }))
  await expect.element(dialog).not.toBeInTheDocument()
  await userEvent.click(button('Post story'))
  await expect.poll(() => onPublished.mock.calls.length).toBe(1)
  const cut = net.requests.find(({ method }) => method === 'PATCH')?.body as { crop: { width: number; height: number } }
  expect((cut.crop.width * 400) / (cut.crop.height * 300)).toBeCloseTo(9 / 16, 1)
  const sent = net.sent.filter((one) => !one.startsWith('GET'))
  expect(sent.map((one) => one.split(' ')[0])).toEqual(['PATCH', 'POST'])
})

test('who is in it stands on the photo as a plate, and the caption grows with its text', async () => {
  const clover = aPet()
  renderApp(<StoryForm viewer={viewer.id} pets={[clover]} onPublished={() => {}} />, { viewer })
  const plates = () => [...document.querySelectorAll('[class*="count"] [class*="plate"]')].map((one) => one.textContent)
  expect(plates()).toEqual([])
  await userEvent.click(button('Clover'))
  expect(plates()).toEqual(['Clover'])
  const field = page.getByRole('textbox', { name: 'Caption' })
  const before = field.element().getBoundingClientRect().height
  await userEvent.fill(field, 'So many words that they need more lines than two. '.repeat(3).slice(0, 120))
  expect(field.element().scrollHeight).toBeLessThanOrEqual(field.element().clientHeight + 1)
  expect(field.element().getBoundingClientRect().height).toBeGreaterThan(before)
  expect(await axeViolations()).toEqual([])
})

test('a tag of a pet that one looks after no more is said, and taken off', async () => {
  const clover = aPet()
  const errors = [{ field: 'pets.0', code: 'not-yours', message: 'You can tag only pets you care for.' }]
  const gone = refusal('not-found', 404)
  net.on('POST /api/stories', { ...gone, body: { ...(gone.body as object), errors } })
  renderApp(<StoryForm viewer={viewer.id} pets={[clover]} onPublished={() => {}} />, { viewer })
  await userEvent.click(button('Clover'))
  await userEvent.click(button('Post story'))
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent('You no longer look after Clover, so you can’t tag them.')
  await userEvent.click(button('Remove the tag'))
  await expect.element(alert).not.toBeInTheDocument()
  await expect.element(button('Clover')).toHaveAttribute('aria-pressed', 'false')
})
