import { beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { aViewer } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { aStory } from '../../testing/story-fixtures.ts'
import { HighlightRow } from './HighlightRow.tsx'
import { StoryViewer } from './StoryViewer.tsx'

const own = { viewCount: 1, pawCount: 0, replyCount: 1, keptOn: [] }
const first = aStory({ caption: 'First of mine', own, expiresAt: '2999-01-01T00:00:00.000Z' })
const second = { ...aStory({ caption: 'Second of mine', own, expiresAt: first.expiresAt }), author: first.author }
const panel = page.getByRole('region', { name: 'People who saw it' }).first()
const pause = page.getByRole('button', { name: 'Pause' })

let onClose: ReturnType<typeof vi.fn<() => void>>
function open({ atReplies = false } = {}) {
  onClose = vi.fn<() => void>()
  renderApp(
    <StoryViewer
      open
      onClose={onClose}
      playlist={{ reels: [{ kind: 'user', id: first.author.id }], at: 0, from: first.id }}
      viewer={aViewer()}
      pets={[]}
      Safety={() => null}
      atReplies={atReplies}
    />,
  )
}

beforeEach(() => {
  const net = fakeNetwork()
  net.on('GET /api/users/*/stories', { status: 200, body: { stories: [first, second] } })
  const reply = { id: first.id, text: 'The ears!', createdAt: first.postedAt }
  const viewers = [{ ...aStory().author, username: 'otis', viewedAt: first.postedAt, pawed: false, replies: [reply] }]
  net.on('GET /api/stories/*/viewers', {
    status: 200,
    body: { viewers, cursor: null, viewCount: 1, pawCount: 0, replyCount: 1 },
  })
  net.on('DELETE /api/stories/*', { status: 204 })
})

describe('OwnStoryPanel', () => {
  test('closes on Escape before the story viewer does, and returns the focus to its button', async () => {
    open()
    const viewersButton = page.getByRole('button', { name: 'Seen by 1' })
    await userEvent.click(viewersButton)
    await expect.element(panel).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.element(panel).not.toBeInTheDocument()
    await expect.element(viewersButton).toHaveFocus()
    expect(onClose).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => onClose.mock.calls.length).toBe(1)
  })

  test('hides the button for the next story on a phone, because the button would cover the panel', async () => {
    await page.viewport(390, 844)
    open({ atReplies: true })
    await expect.element(panel).toHaveFocus()
    expect(page.getByRole('button', { name: 'Next story' }).elements()).toEqual([])
  })

  test('is open and shows the replies when the story viewer opens with `atReplies`', async () => {
    open({ atReplies: true })
    await expect.element(panel).toHaveFocus()
    await expect.element(page.getByText('“The ears!”')).toBeVisible()
  })

  test('deletes the story, and then shows the next story and the toast "Story deleted"', async () => {
    open()
    await userEvent.click(page.getByRole('button', { name: 'Seen by 1' }))
    await userEvent.click(page.getByRole('button', { name: 'Delete story' }))
    await userEvent.click(page.getByRole('button', { name: 'Delete story' }))
    await expect.element(page.getByText('Second of mine', { exact: true })).toBeVisible()
    await expect.element(page.getByRole('contentinfo').getByRole('status')).toMatchTextContent('Story deleted')
    expect(onClose).not.toHaveBeenCalled()
  })
})

test('StoryViewer stays paused and shows "Paused" when the user opens the next story', async () => {
  open()
  await userEvent.click(pause)
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(page.getByText('Second of mine', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Paused', { exact: true })).toBeVisible()
  expect(document.querySelectorAll('[data-paused]')).toHaveLength(1)
  await userEvent.click(page.getByRole('button', { name: 'Play' }))
  await expect.element(page.getByText('Paused', { exact: true })).not.toBeInTheDocument()
})

test('HighlightRow labels a highlight with its date and its caption without a final full stop', async () => {
  const postedAt = '2026-11-21T10:00:00.000Z'
  const stories = ['I can hear a fridge.', 'Who is there?', ''].map((caption) => aStory({ caption, postedAt }))
  renderApp(<HighlightRow stories={stories} href={() => '/'} onOpen={() => {}} />)
  const names = page.getByRole('link').elements()
  expect(names.map((link) => link.getAttribute('aria-label'))).toEqual([
    'I can hear a fridge, 21 Nov 2026',
    'Who is there? 21 Nov 2026',
    'Story, 21 Nov 2026',
  ])
})
