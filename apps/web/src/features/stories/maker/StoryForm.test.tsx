import type { NewStory } from '@pawtrait/contract/stories.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, type FakeNetwork, fakeNetwork } from '../../../testing/fake-network.ts'
import { aPet, aPhoto, aViewer } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { aStory } from '../../../testing/story-fixtures.ts'
import { StoryForm } from './StoryForm.tsx'
import { deleteStoryDraft, readStoryDraft, saveStoryDraft } from './story-draft.ts'

let net: FakeNetwork
const viewer = aViewer()
const clover = aPet()
const button = (name: string) => page.getByRole('button', { name, exact: true })
const item = (what: string) => page.getByRole('button', { name: new RegExp(`^${what}.*Arrow keys`) })
const caption = () => page.getByRole('textbox', { name: 'Caption' })
/** Returns the drawn outlines of text and plate on the stage, back to front. */
const outlines = () => [...document.querySelectorAll('[class*="shapes"] path')]

/** Returns the URL of a wide picture, like one from the server. */
function getWideUrl(): string {
  const canvas = document.createElement('canvas')
  canvas.width = 400
  canvas.height = 300
  canvas.getContext('2d')?.fillRect(0, 0, 400, 300)
  return canvas.toDataURL('image/jpeg')
}

beforeEach(() => {
  net = fakeNetwork()
  const photo = { ...aPhoto({ src: getWideUrl(), widths: [400], width: 400, height: 300 }), crop: null, rotate: 0 }
  net.on('GET /api/photos/*', { status: 200, body: photo })
  net.on('POST /api/stories', { status: 201, body: aStory() })
  saveStoryDraft(viewer.id, { ...readStoryDraft(viewer.id), photo: photo.id })
  onTestFinished(deleteStoryDraft)
})

function open({ pets = [clover] } = {}) {
  const onPosted = vi.fn()
  renderApp(<StoryForm viewer={viewer.id} pets={pets} onPosted={onPosted} onLeave={() => {}} />, { viewer })
  return onPosted
}

/** Posts the story and returns the request body. */
async function posted(onPosted: ReturnType<typeof open>): Promise<NewStory> {
  await userEvent.click(button('Post story'))
  await expect.poll(() => onPosted.mock.calls.length).toBe(1)
  return net.requests.findLast(({ method }) => method === 'POST')?.body as NewStory
}

const storedDraft = () => readStoryDraft(viewer.id)

describe('story maker', () => {
  test('posts a photo without text or name plate as a plain photo', async () => {
    const onPosted = open()
    await expect.element(item('Photo')).toBeInTheDocument()
    expect(await posted(onPosted)).toMatchObject({ caption: '', composition: null })
  })

  test('draws the caption as outlines, with the chosen typeface, colour and size', async () => {
    const onPosted = open()
    await userEvent.fill(caption(), 'Low tide, no leash.')
    await expect.poll(() => outlines().length).toBe(2)
    const before = outlines()[0]?.getAttribute('d')
    await userEvent.click(page.getByRole('radio', { name: 'Handwritten' }))
    await expect.poll(() => outlines()[0]?.getAttribute('d')).not.toBe(before)
    await userEvent.click(page.getByRole('radio', { name: 'Brown on yellow' }))
    await expect.poll(() => outlines().length).toBe(1)
    expect(document.querySelector('[class*="shapes"] rect')?.getAttribute('fill')).toBe('#f1d59b')
    await userEvent.fill(page.getByRole('slider', { name: 'Size' }), '0.14')
    const { composition, caption: sentCaption } = await posted(onPosted)
    expect(sentCaption).toBe('Low tide, no leash.')
    expect(composition?.text).toMatchObject({ face: 'hand', ink: 'brass', size: 0.14, x: 0.5 })
    expect(composition?.photo).toEqual({ x: 0.5, y: 0.5, width: 1 })
  })

  test('opens the text field over the photo on a phone, and shows the text styles above the keyboard', async () => {
    onTestFinished(() => page.viewport(1440, 900))
    await page.viewport(390, 844)
    open()
    await userEvent.click(button('Text'))
    // 340 px is the height of a phone's window above the on-screen keyboard.
    await page.viewport(390, 340)
    await expect.element(caption()).toHaveFocus()
    await userEvent.keyboard('Low tide, no leash')
    await userEvent.click(page.getByRole('radio', { name: 'Handwritten' }))
    await expect.element(page.getByRole('radio', { name: 'Handwritten' })).toBeChecked()
    await expect.element(caption()).toHaveFocus()
    expect(outlines()).toEqual([])
    const strip = button('Done').element().getBoundingClientRect()
    const field = caption().element().getBoundingClientRect()
    expect(document.querySelector('[class*="stage"]')?.clientWidth).toBe(390)
    expect(strip.top).toBeGreaterThan(260)
    expect(field.top).toBeGreaterThan(0)
    expect(field.bottom).toBeLessThan(strip.top)
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Done'))
    await expect.poll(outlines).not.toEqual([])
    expect(storedDraft()).toMatchObject({ caption: 'Low tide, no leash', text: { face: 'hand' } })
  })

  test('moves items by keys, buttons and dragging, and announces their position', async () => {
    const onPosted = open()
    await userEvent.fill(caption(), 'Low tide')
    await expect.element(item('Text')).toBeInTheDocument()
    const from = storedDraft().text
    item('Text').element().focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}{Shift>}{ArrowLeft}{/Shift}')
    await expect.element(page.getByText('Text “Low tide”: 40 % across, 70 % down', { exact: true })).toBeInTheDocument()
    expect(storedDraft().text.y).toBeCloseTo(from.y - 0.04, 2)
    expect(storedDraft().text.x).toBeCloseTo(0.4, 2)
    await userEvent.click(button('Move right'))
    expect(storedDraft().text.x).toBeCloseTo(0.42, 2)
    const [source, target] = [item('Text').element(), item('Photo').element()]
    await userEvent.dragAndDrop(source, target, { targetPosition: { x: 200, y: 300 } })
    await expect.poll(() => storedDraft().text.y).toBeLessThan(0.5)
    await userEvent.click(item('Photo'), { position: { x: 20, y: 200 } })
    await userEvent.click(button('Larger'))
    await userEvent.click(button('Move down'))
    const { composition } = await posted(onPosted)
    expect(composition?.photo.width).toBeCloseTo(1.1, 5)
    expect(composition?.photo.y).toBeCloseTo(0.52, 5)
  })

  test('zooms the photo by pinch and wheel, and fits or fills the stage with a button', async () => {
    open()
    // Waits for the photo to load, because its size is unknown before that.
    await expect.poll(() => storedDraft().aspect).not.toBeNull()
    const surface = document.querySelector('[class*="surface"]')
    const { x, y, width } = surface?.getBoundingClientRect() ?? { x: 0, y: 0, width: 0 }
    const finger = (type: string, pointerId: number, dx: number) =>
      surface?.dispatchEvent(
        new PointerEvent(type, { pointerId, clientX: x + width / 2 + dx, clientY: y + 200, bubbles: true, button: 0 }),
      )
    vi.spyOn(Element.prototype, 'setPointerCapture').mockImplementation(() => {})
    finger('pointerdown', 1, -50)
    finger('pointerdown', 2, 50)
    finger('pointermove', 2, 150)
    await expect.poll(() => storedDraft().place?.width).toBeCloseTo(2, 3)
    finger('pointerup', 1, -50)
    finger('pointerup', 2, 150)
    surface?.dispatchEvent(new WheelEvent('wheel', { deltaY: 400, clientX: x + 10, clientY: y + 10, cancelable: true }))
    await expect.poll(() => storedDraft().place?.width).toBeCloseTo(2 / Math.E, 3)
    item('Photo').element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await userEvent.click(button('Show the whole photo'))
    expect(storedDraft().place).toEqual({ x: 0.5, y: 0.5, width: 1 })
    await userEvent.click(button('Fill the screen'))
    expect(storedDraft().place?.width).toBeCloseTo((4 / 3 / 9) * 16, 3)
  })

  test('shows a note for a caption that cannot be drawn, and posts the caption below the photo', async () => {
    const onPosted = open()
    await userEvent.fill(caption(), 'Kiko 小黑')
    await expect
      .element(page.getByText('We can’t draw some of these letters on the photo.', { exact: false }))
      .toBeVisible()
    expect(outlines()).toEqual([])
    expect(await posted(onPosted)).toMatchObject({ caption: 'Kiko 小黑', composition: null })
  })

  test('posts the caption below the photo after a second "Post story" if the server cannot draw an emoji', async () => {
    const onPosted = open()
    const errors = [
      { field: 'composition.text', code: 'undrawable', message: 'Some of these letters cannot be drawn.' },
    ]
    const wrong = errorReply('validation-failed', 400)
    net.on('POST /api/stories', { ...wrong, body: { ...(wrong.body as object), errors } })
    await userEvent.fill(caption(), 'Kiko 🫪')
    await userEvent.click(button('Post story'))
    await expect
      .element(page.getByText('Post again to show your text below the photo.', { exact: false }))
      .toBeVisible()
    net.on('POST /api/stories', { status: 201, body: aStory() })
    expect(await posted(onPosted)).toMatchObject({ caption: 'Kiko 🫪', composition: null })
  })

  test('adds a name plate for the first tagged pet, and lets the user move, remove or reassign the plate', async () => {
    const kiko = aPet({ name: 'Kiko', slug: 'kiko' })
    const onPosted = open({ pets: [clover, kiko] })
    await userEvent.click(button('Clover'))
    await expect.element(item('Name plate')).toBeInTheDocument()
    item('Name plate').element().focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    expect(storedDraft().plate).toMatchObject({ pet: clover.id, x: 0.5 })
    await userEvent.keyboard('{Delete}')
    await expect.element(item('Name plate')).not.toBeInTheDocument()
    await expect.element(item('Photo')).toHaveFocus()
    await expect.element(page.getByText('Name plate removed', { exact: true })).toBeInTheDocument()
    await userEvent.click(button('Kiko'))
    expect(storedDraft().plate).toBeNull()
    await userEvent.click(page.getByRole('radio', { name: 'Kiko' }))
    await expect.element(item('Name plate')).toBeInTheDocument()
    expect((await posted(onPosted)).composition).toMatchObject({ text: null, plate: { pet: kiko.id } })
  })

  test('restores a draft with all items on the stage', async () => {
    const text = { ...storedDraft().text, face: 'sans' as const, y: 0.3 }
    const place = { x: 0.4, y: 0.6, width: 1.5 }
    saveStoryDraft(viewer.id, { ...storedDraft(), caption: 'Low tide', text, place })
    const onPosted = open()
    await expect.element(item('Text')).toBeInTheDocument()
    await expect.element(page.getByRole('radio', { name: 'Plain' })).toBeChecked()
    const { composition } = await posted(onPosted)
    expect(composition).toEqual({ text, photo: place, plate: null })
    expect(sessionStorage.getItem('story-draft')).toBeNull()
  })

  test.each(['light', 'dark'])('has no axe violations on a phone and a wide screen in the %s theme', async (theme) => {
    document.documentElement.dataset.theme = theme
    onTestFinished(async () => {
      delete document.documentElement.dataset.theme
      await page.viewport(1440, 900)
    })
    saveStoryDraft(viewer.id, { ...storedDraft(), caption: 'Low tide' })
    open()
    await userEvent.click(button('Clover'))
    await expect.element(item('Name plate')).toBeInTheDocument()
    item('Text').element().focus()
    await userEvent.keyboard('{ArrowUp}')
    expect(await listAxeViolations()).toEqual([])
    await page.viewport(390, 844)
    await userEvent.click(button('Text'))
    await expect.element(caption()).toHaveFocus()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(button('Done'))
    await userEvent.click(button('Everyone, story details'))
    await expect.element(page.getByRole('dialog', { name: 'Story details' })).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows an error for a tagged pet the author no longer cares for, and removes the tag on request', async () => {
    const errors = [{ field: 'pets.0', code: 'not-yours', message: 'You can tag only pets you care for.' }]
    const gone = errorReply('not-found', 404)
    net.on('POST /api/stories', { ...gone, body: { ...(gone.body as object), errors } })
    open()
    await userEvent.click(button('Clover'))
    await userEvent.click(button('Post story'))
    const alert = page.getByRole('alert').filter({ hasText: 'Clover' })
    await expect.element(alert).toMatchTextContent('You no longer look after Clover, so you can’t tag them.')
    await userEvent.click(button('Remove the tag'))
    await expect.element(alert).not.toBeInTheDocument()
    await expect.element(button('Clover')).toHaveAttribute('aria-pressed', 'false')
    expect(storedDraft().plate).toBeNull()
  })

  test('focuses the photo after the "Remove name plate" button is pressed', async () => {
    open()
    await userEvent.click(button('Clover'))
    await expect.element(item('Name plate')).toBeInTheDocument()
    item('Name plate').element().focus()
    await userEvent.keyboard('{ArrowUp}')
    button('Remove name plate').element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(item('Name plate')).not.toBeInTheDocument()
    await expect.element(item('Photo')).toHaveFocus()
    await expect.element(page.getByText('Name plate removed', { exact: true })).toBeInTheDocument()
  })

  test('ignores keys with Ctrl, Cmd or Alt, which are shortcuts of the browser', async () => {
    open()
    await expect.element(item('Photo')).toBeInTheDocument()
    const before = storedDraft()
    const isTaken = (key: string, held: KeyboardEventInit) => {
      const event = new KeyboardEvent('keydown', { key, ...held, bubbles: true, cancelable: true })
      return !item('Photo').element().dispatchEvent(event)
    }
    expect(isTaken('ArrowLeft', { altKey: true })).toBe(false)
    expect(isTaken('+', { ctrlKey: true })).toBe(false)
    expect(isTaken('-', { metaKey: true })).toBe(false)
    expect(storedDraft()).toEqual(before)
    expect(isTaken('ArrowLeft', {})).toBe(true)
  })

  test('shows an error with a retry when the photo cannot be loaded, and still posts the photo', async () => {
    net.on('GET /api/photos/*', errorReply('unavailable', 503))
    const onPosted = open()
    const unread = page.getByRole('alert').filter({ hasText: 'We could not show your photo' })
    await expect.element(unread).toBeVisible()
    await expect.element(page.getByText('Another photo', { exact: true })).toBeInTheDocument()
    await expect.element(page.getByText('Choose a photo', { exact: true })).not.toBeInTheDocument()
    await expect.element(item('Photo')).toBeInTheDocument()
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
    const photo = { ...aPhoto({ src: getWideUrl(), widths: [400], width: 400, height: 300 }), crop: null, rotate: 0 }
    net.on('GET /api/photos/*', { status: 200, body: photo })
    await userEvent.click(unread.getByRole('button', { name: 'Try again' }))
    await expect.element(unread).not.toBeInTheDocument()
    const { photo: chosen } = storedDraft()
    expect((await posted(onPosted)).photo).toBe(chosen)
  })
})
