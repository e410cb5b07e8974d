import type { Story } from '@pawtrait/contract/stories.ts'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { type NewOutboxItem, provideOutbox } from '#lib/outbox/queue-call.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { deferredReply, errorReply, type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { aPet, aViewer, aVisiblePhoto } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aStory } from '../../testing/story-fixtures.ts'
import { StoryViewer } from './StoryViewer.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
  // Slows down the six-second progress animation, which may end too early on a busy machine. A story ends only when a
  // test dispatches `animationend`.
  const slow = new CSSStyleSheet()
  slow.replaceSync('[role="progressbar"] b { animation-duration: 3600s !important }')
  document.adoptedStyleSheets = [slow]
  onTestFinished(() => void (document.adoptedStyleSheets = []))
  net.on('PUT /api/stories/*/view', ({ path }) => ({
    status: 200,
    body: { storyId: path.split('/')[3], seenByMe: true, pawedByMe: false },
  }))
})

/** Returns two stories of Leila and one of Otis. */
function twoPeople() {
  const leila = aStory({ photo: aVisiblePhoto('First of Leila') })
  const second = aStory({ author: leila.author, photo: aVisiblePhoto('Second of Leila') })
  const otis = aStory({
    author: { ...leila.author, id: aViewer().id, username: 'otis' },
    photo: aVisiblePhoto('Only of Otis'),
  })
  return { leila: [leila, second], otis: [otis] }
}

type People = Story[][]

// Renders no menu with a report button, because e2e/safety.spec.ts tests that menu.
const NoSafety = () => null

/** Opens the story viewer with these users. Playback starts with the first user. */
function open(people: People, viewer: { id: string } | null = aViewer(), answer?: Parameters<FakeNetwork['on']>[1]) {
  const onClose = vi.fn()
  for (const stories of people)
    net.on(`GET /api/users/${stories[0]?.author.id}/stories`, answer ?? { status: 200, body: { stories } })
  const reels = people.map((stories) => ({ kind: 'user' as const, id: stories[0]?.author.id ?? aViewer().id }))
  renderApp(
    <StoryViewer open onClose={onClose} playlist={{ reels, at: 0 }} viewer={viewer} pets={[]} Safety={NoSafety} />,
  )
  return onClose
}

const photo = (alt: string) => page.getByRole('img', { name: alt })
const bar = () => document.querySelector<HTMLElement>('[role="progressbar"] b')
const runs = () => bar()?.dataset.running !== undefined
const stage = () => document.querySelector<HTMLElement>('[class*="stage"]')

/** Dispatches a pointer event on the photo. `share` is the horizontal position in the photo, from 0 to 1. */
function finger(type: string, share: number, { dy = 0, at = 0 } = {}) {
  const element = stage()
  const box = element?.getBoundingClientRect() ?? new DOMRect()
  const event = new PointerEvent(type, {
    bubbles: true,
    isPrimary: true,
    pointerId: 1,
    clientX: box.left + box.width * share,
    clientY: box.top + 200 + dy,
  })
  Object.defineProperty(event, 'timeStamp', { value: 1000 + at })
  if (element) element.setPointerCapture = () => {}
  element?.dispatchEvent(event)
}

async function emulateReducedMotion() {
  const emulate = (value: string) =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] })
  await emulate('reduce')
  onTestFinished(async () => void (await emulate('')))
}

describe('StoryViewer', () => {
  test('advances when a progress bar ends, reports each story as seen, and closes after the last story', async () => {
    const { leila, otis } = twoPeople()
    const onClose = open([leila, otis])
    await expect.element(photo('First of Leila')).toBeVisible()
    await expect.element(page.getByRole('progressbar', { name: 'Story 1 of 2' })).toBeInTheDocument()
    await expect.element(page.getByText('Story 1 of 2 by leila, First of Leila', { exact: false })).toBeInTheDocument()
    await expect.poll(runs).toBe(true)
    for (const alt of ['Second of Leila', 'Only of Otis']) {
      await expect.poll(runs).toBe(true)
      bar()?.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }))
      await expect.element(photo(alt)).toBeVisible()
    }
    await expect.poll(runs).toBe(true)
    expect(onClose).not.toHaveBeenCalled()
    bar()?.dispatchEvent(new AnimationEvent('animationend', { bubbles: true }))
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    const reports = [...leila, ...otis].map(({ id }) => `PUT /api/stories/${id}/view`)
    expect(net.sent.filter((line) => line.endsWith('/view'))).toEqual(reports)
  })

  test('starts at the first unseen story', async () => {
    const { leila } = twoPeople()
    open([leila.map((story, at) => ({ ...story, seenByMe: at === 0 }))])
    await expect.element(photo('Second of Leila')).toBeVisible()
  })

  test('changes stories with arrow keys, pauses with space and closes with Escape', async () => {
    const { leila, otis } = twoPeople()
    const onClose = open([leila, otis])
    await expect.element(photo('First of Leila')).toBeVisible()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(photo('Second of Leila')).toBeVisible()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(photo('First of Leila')).toBeVisible()
    await expect.poll(runs).toBe(true)
    await userEvent.keyboard(' ')
    await expect.element(page.getByRole('button', { name: 'Play' })).toBeVisible()
    expect(runs()).toBe(false)
    await userEvent.keyboard(' ')
    await expect.poll(runs).toBe(true)
    await userEvent.keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('changes stories on a tap or swipe, pauses while a finger is held, and closes on a swipe down', async () => {
    const { leila, otis } = twoPeople()
    const onClose = open([leila, otis])
    await expect.element(photo('First of Leila')).toBeVisible()
    await expect.poll(runs).toBe(true)
    finger('pointerdown', 0.8)
    await expect.poll(runs).toBe(false)
    finger('pointerup', 0.8, { at: 900 })
    await expect.poll(runs).toBe(true)
    await expect.element(photo('First of Leila')).toBeVisible()
    finger('pointerdown', 0.8)
    finger('pointerup', 0.8, { at: 90 })
    await expect.element(photo('Second of Leila')).toBeVisible()
    finger('pointerdown', 0.1)
    finger('pointerup', 0.1, { at: 90 })
    await expect.element(photo('First of Leila')).toBeVisible()
    finger('pointerdown', 0.9)
    finger('pointerup', 0.1, { at: 200 })
    await expect.element(photo('Only of Otis')).toBeVisible()
    expect(onClose).not.toHaveBeenCalled()
    finger('pointerdown', 0.5)
    finger('pointerup', 0.5, { dy: 200, at: 200 })
    expect(onClose).toHaveBeenCalledOnce()
  })

  test('advances only with the "next" button when the user prefers reduced motion', async () => {
    await emulateReducedMotion()
    const { leila } = twoPeople()
    open([leila])
    await expect.element(photo('First of Leila')).toBeVisible()
    await expect.poll(() => net.sent.filter((line) => line.endsWith('/view'))).toHaveLength(1)
    expect(runs()).toBe(false)
    await expect.element(page.getByRole('button', { name: 'Pause' })).not.toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Next story' }))
    await expect.element(photo('Second of Leila')).toBeVisible()
  })

  test('pauses and ignores shortcuts while a reply is typed, and keeps the reply when sending fails', async () => {
    const { leila } = twoPeople()
    open([leila])
    await expect.element(photo('First of Leila')).toBeVisible()
    await expect.poll(runs).toBe(true)
    const field = page.getByRole('textbox', { name: 'Reply to leila' })
    await userEvent.click(field)
    await expect.poll(runs).toBe(false)
    await userEvent.keyboard('The ears!{ArrowLeft}')
    await expect.element(field).toHaveValue('The ears!')
    // A field with text pauses the story even without focus.
    document.querySelector('input')?.blur()
    expect(runs()).toBe(false)
    await userEvent.click(field)
    net.on('POST /api/stories/*/replies', errorReply('too-many-requests', 429))
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Your reply was not sent. Too much at once.', { exact: false })).toBeVisible()
    await expect.element(field).toHaveValue('The ears!')
    net.on('POST /api/stories/*/replies', {
      status: 201,
      body: { id: leila[0]?.id, text: 'The ears!', createdAt: leila[0]?.postedAt },
    })
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByText('Sent. Only leila reads it.')).toBeVisible()
    await expect.element(field).toHaveValue('')
    expect(net.requests.findLast(({ method }) => method === 'POST')?.body).toEqual({ text: 'The ears!' })
  })

  test('shows a reply as waiting, not as sent, when there is no network', async () => {
    setPageViewer(aViewer().id)
    const queued: NewOutboxItem[] = []
    provideOutbox({ addItem: async (item) => void queued.push(item), isWaiting: () => false })
    open([twoPeople().leila])
    await userEvent.click(page.getByRole('textbox', { name: 'Reply to leila' }))
    await userEvent.keyboard('The ears!{Enter}')
    await expect.element(page.getByText('Waiting to send')).toBeVisible()
    await expect.element(page.getByText('Sent. Only leila reads it.')).not.toBeInTheDocument()
    expect(queued).toMatchObject([{ kind: 'story-reply', words: 'The ears!' }])
  })

  test('shows a like immediately, and reverts it when the server refuses', async () => {
    const { leila } = twoPeople()
    const answer = deferredReply()
    net.on('PUT /api/stories/*/paw', answer.answer)
    open([leila])
    const paw = page.getByRole('button', { name: 'Like' })
    await expect.element(photo('First of Leila')).toBeVisible()
    await userEvent.click(paw)
    await expect.element(paw).toHaveAttribute('aria-pressed', 'true')
    answer.give(errorReply('unavailable', 503))
    await expect.element(paw).toHaveAttribute('aria-pressed', 'false')
    await expect.element(page.getByText('Your like was not saved. Try again.')).toBeVisible()
  })

  test('shows "This story is gone" for a deleted story, and continues with the next one', async () => {
    const { leila } = twoPeople()
    net.on(`PUT /api/stories/${leila[0]?.id}/view`, errorReply('not-found', 404))
    open([leila])
    await expect.element(page.getByText('This story is gone')).toBeVisible()
    await expect.element(photo('First of Leila')).not.toBeInTheDocument()
    // Checks that screen readers cannot reach the deleted story.
    expect(page.getByText(/First of Leila|Low tide/).elements()).toEqual([])
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(photo('Second of Leila')).toBeVisible()
    await expect.element(page.getByText('This story is gone')).not.toBeInTheDocument()
  })

  test('shows an error when the stories fail to load, and loads them again on "Try again"', async () => {
    const { leila } = twoPeople()
    let times = 0
    open([leila], aViewer(), () => {
      times += 1
      return times === 1 ? errorReply('unavailable', 503) : { status: 200, body: { stories: leila } }
    })
    await expect.element(page.getByText('We could not load the stories')).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.element(photo('First of Leila')).toBeVisible()
  })

  test('lets the author list viewers, add a highlight, and delete the story after a confirmation', async () => {
    const pet = aPet()
    const own = { viewCount: 1, pawCount: 1, replyCount: 1, keptOn: [] }
    const mine = aStory({ photo: aVisiblePhoto('Mine'), pets: [pet], own, expiresAt: '2999-01-01T00:00:00.000Z' })
    const otherUser = { ...aStory().author, username: 'otis' }
    const reply = { id: mine.id, text: 'The ears!', createdAt: mine.postedAt }
    net.on('GET /api/stories/*/viewers', {
      status: 200,
      body: {
        viewers: [{ ...otherUser, viewedAt: mine.postedAt, pawed: true, replies: [reply] }],
        cursor: null,
        viewCount: 1,
        pawCount: 1,
        replyCount: 1,
      },
    })
    net.on('PUT /api/stories/*/highlights/*', { status: 200, body: { storyId: mine.id, petId: pet.id, kept: true } })
    net.on('DELETE /api/stories/*', { status: 204 })
    const onClose = open([[mine]])
    const viewersButton = page.getByRole('button', { name: 'Seen by 1' })
    await userEvent.click(viewersButton)
    await expect.element(page.getByRole('heading', { name: 'Seen by 1' })).toBeVisible()
    expect(runs()).toBe(false)
    await expect.element(page.getByText('“The ears!”')).toBeVisible()
    await expect.element(page.getByRole('listitem')).toMatchTextContent('reacted to your story')
    await userEvent.click(page.getByRole('button', { name: 'Keep on Clover’s page' }))
    await expect.element(page.getByRole('button', { name: 'Remove from Clover’s page' })).toBeVisible()
    await userEvent.click(page.getByRole('button', { name: 'Delete story' }))
    await userEvent.click(page.getByRole('button', { name: 'Keep story' }))
    expect(net.sent).not.toContain(`DELETE /api/stories/${mine.id}`)
    await userEvent.click(page.getByRole('button', { name: 'Delete story' }))
    await userEvent.click(page.getByRole('button', { name: 'Delete story' }))
    await expect.poll(() => net.sent).toContain(`DELETE /api/stories/${mine.id}`)
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
    await expect.element(page.getByText('Story deleted')).toBeInTheDocument()
  })

  for (const theme of ['light', 'dark'] as const)
    test(`has no axe violations in the ${theme} theme`, async () => {
      document.documentElement.dataset.theme = theme
      const { leila } = twoPeople()
      open([leila])
      await expect.element(photo('First of Leila')).toBeVisible()
      expect(await listAxeViolations()).toEqual([])
    })
})
