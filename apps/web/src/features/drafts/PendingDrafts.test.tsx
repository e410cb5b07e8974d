import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { emptyDraft } from '#features/posts/editor/draft-store.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { aDraft, aDraftPhoto } from '../../testing/draft-fixtures.ts'
import { type FakeNetwork, fakeNetwork } from '../../testing/fake-network.ts'
import { anEditorPhoto as aDeviceDraftPhoto, aViewer, aVisiblePhoto } from '../../testing/fixtures.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { putDeviceDraft, removeDeviceDraft, toDeviceDraft } from './device-drafts.ts'
import { PendingDrafts } from './PendingDrafts.tsx'

let net: FakeNetwork
beforeEach(() => {
  net = fakeNetwork()
})

function anOwnPhoto() {
  const { progress } = aDeviceDraftPhoto()
  if (progress.step !== 'accepted') throw new Error('The photo is not uploaded.')
  return progress.photo
}

const draft = (caption: string, minutes: number) =>
  aDraft({ caption, updatedAt: new Date(Date.now() - minutes * 60_000).toISOString() })

function show(drafts: ReturnType<typeof aDraft>[], asCard: boolean) {
  net.on('GET /api/drafts', { status: 200, body: { drafts } })
  renderApp(<PendingDrafts asCard={asCard} />)
}

describe('PendingDrafts', () => {
  test('shows the three latest drafts in a card, with a link to each draft and to the list of all drafts', async () => {
    const first = aDraft({ caption: 'Half a sentence', photos: [aDraftPhoto(), aDraftPhoto()] })
    show([first, draft('', 20.9), aDraft({ caption: 'w'.repeat(300), photos: [] }), draft('The oldest', 90)], true)
    const card = page.getByRole('region', { name: 'Drafts' })
    const link = card.getByRole('link', { name: /Half a sentence.*2 photos/ })
    await expect.element(link).toHaveAttribute('href', `/dashboard/create?draft=${first.id}`)
    await expect.element(card.getByRole('link', { name: /No caption yet.*20 minutes ago/ })).toBeVisible()
    await expect.element(card.getByRole('link', { name: /www.*No photo yet/ })).toBeVisible()
    await expect.element(card.getByRole('link', { name: 'All 4 drafts' })).toHaveAttribute('href', '/drafts')
    expect(card.getByText('The oldest').elements()).toEqual([])
    expect(document.documentElement.scrollWidth).toBe(document.documentElement.clientWidth)
    expect(await listAxeViolations()).toEqual([])
    document.documentElement.dataset.theme = 'dark'
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows only the number of drafts, in one line, when there is no room for a card', async () => {
    show([draft('One', 1), draft('Two', 2)], false)
    await expect.element(page.getByRole('link', { name: 'You have 2 drafts' })).toHaveAttribute('href', '/drafts')
    expect(page.getByText('One').elements()).toEqual([])
  })

  test('shows the server’s rendering of a draft photo that this browser cannot decode', async () => {
    const viewer = aViewer()
    const heic = new File(['not an image here'], 'dog.heic', { type: 'image/heic' })
    const { src, widths } = aVisiblePhoto('')
    const photo = { ...anOwnPhoto(), src, widths }
    const editor = aDeviceDraftPhoto({ file: heic, progress: { step: 'accepted', photo } })
    const stored = toDeviceDraft({ ...emptyDraft(), caption: 'On this phone', photos: [editor] }, viewer.id, 1)
    await putDeviceDraft(stored)
    onTestFinished(() => removeDeviceDraft(stored.key))
    net.on('GET /api/drafts', { status: 200, body: { drafts: [] } })
    renderApp(<PendingDrafts asCard />, { viewer })
    const card = page.getByRole('region', { name: 'Drafts' })
    await expect.element(card.getByRole('link', { name: /On this phone/ })).toBeVisible()
    const source = () => card.element().querySelector('img')?.getAttribute('src')
    await expect.poll(source).toBe(src)
  })

  test('renders nothing without drafts', async () => {
    show([], true)
    await expect.poll(() => net.sent).toContain('GET /api/drafts')
    expect(page.getByRole('region').elements()).toEqual([])
  })
})
