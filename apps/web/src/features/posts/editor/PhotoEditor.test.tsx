import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError } from '#lib/server/call.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { fakeNetwork } from '../../../testing/fake-network.ts'
import { anEditorPhoto } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import { DraftEditor } from './DraftEditor.tsx'
import type { DraftPhoto } from './draft-store.ts'
import { changeDraft, clearDraft, readDraft, subscribeToDraft } from './new-post-draft.ts'
import { useDraft } from './use-draft.ts'

beforeEach(async () => {
  fakeNetwork()
  await page.viewport(390, 844)
  return () => page.viewport(1440, 900)
})
afterEach(() => {
  clearDraft()
  vi.restoreAllMocks()
})

function Editor() {
  return <DraftEditor draft={useDraft()} notice={null} focusCaption onFiles={() => {}} onSubmit={() => {}} />
}

function show(photos: DraftPhoto[]) {
  changeDraft(() => ({ photos, chosen: photos[0]?.key ?? null }))
  renderApp(<Editor />)
}

const thumb = (number: number) => page.getByRole('button', { name: new RegExp(`^Photo ${number}, `) })
const dialog = page.getByRole('dialog')
const submit = page.getByRole('button', { name: 'Submit' })
const failedWith = (code: 'unreadable-photo' | 'picture-taken-down' | 'offline', name: string): DraftPhoto => {
  const problem = { type: 'about:blank', title: '', status: 422, detail: '', requestId: '1', code } as const
  const error = code === 'offline' ? new CallError(null) : new CallError({ ...problem, code })
  return anEditorPhoto({ file: new File(['x'], name), progress: { step: 'failed', error } })
}

describe('PhotoEditor', () => {
  test('focuses the caption on a phone, and opens the tools of a tapped photo in a dialog', async () => {
    show([anEditorPhoto(), anEditorPhoto()])
    await expect.element(page.getByLabelText('Caption')).toHaveFocus()
    expect(page.getByLabelText('Describe photo 1').elements()).toEqual([])
    await userEvent.click(thumb(2))
    await expect.element(dialog).toMatchTextContent('Photo 2 of 2')
    await userEvent.fill(page.getByLabelText('Describe photo 2'), 'A garden')
    await userEvent.click(page.getByRole('button', { name: 'Move photo earlier' }))
    await expect.element(page.getByLabelText('Describe photo 1')).toHaveValue('A garden')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Done' }))
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(thumb(1)).toHaveFocus()
    expect(readDraft().photos.map(({ alt }) => alt)).toEqual(['A garden', ''])
  })

  test('closes the photo dialog when its photo is removed, and moves the focus to the next photo', async () => {
    const last = anEditorPhoto({ alt: 'Last' })
    show([anEditorPhoto(), last])
    await userEvent.click(thumb(1))
    await userEvent.click(dialog.getByRole('button', { name: 'Remove photo' }))
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(thumb(1)).toHaveFocus()
    expect(readDraft().photos.map(({ key }) => key)).toEqual([last.key])
  })

  test('keeps "Submit" visible on a phone with ten photos, after scrolling, and above the open keyboard', async () => {
    show(Array.from({ length: 10 }, () => anEditorPhoto()))
    await expect.element(submit).toBeInViewport({ ratio: 1 })
    window.scrollTo(0, document.body.scrollHeight)
    await expect.element(submit).toBeInViewport({ ratio: 1 })
    window.scrollTo(0, 0)
    const visualViewport = window.visualViewport
    vi.spyOn(visualViewport as VisualViewport, 'height', 'get').mockReturnValue(500)
    visualViewport?.dispatchEvent(new Event('resize'))
    await expect.poll(() => submit.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(500)
    expect(submit.element().getBoundingClientRect().bottom).toBeGreaterThan(400)
  })

  test('shows an error with a remove button for a file that is not a photo, and does not disable Submit', async () => {
    show([failedWith('unreadable-photo', 'notes.txt'), anEditorPhoto()])
    await expect.element(page.getByText('notes.txt isn’t a photo we can read.')).toBeVisible()
    await expect.element(submit).toBeEnabled()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Remove', exact: true }))
    await expect.element(page.getByText('notes.txt', { exact: false })).not.toBeInTheDocument()
    expect(readDraft().photos).toHaveLength(1)
  })

  test('shows that a photo was taken down, and offers only to remove it', async () => {
    show([failedWith('picture-taken-down', 'mud.jpg'), anEditorPhoto()])
    const line = page.getByRole('listitem').filter({ hasText: 'mud.jpg was not uploaded.' })
    await expect.element(line).toMatchTextContent('This photo was taken down and can’t be posted again.')
    expect(
      line
        .getByRole('button')
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(['Remove'])
    await expect.element(submit).toBeEnabled()
    expect(await listAxeViolations()).toEqual([])
  })

  test('shows a waiting photo as not uploaded, without a progress ring, when offline', async () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    show([anEditorPhoto({ progress: { step: 'waiting' } })])
    await expect.element(page.getByRole('button', { name: /^Photo 1, not uploaded, / })).toBeVisible()
    expect(thumb(1).element().querySelector('svg')).toBeNull()
  })

  test('shows one error for all uploads that lost the connection, and restarts them all on "Try again"', async () => {
    const photos = [failedWith('offline', 'a.jpg'), failedWith('offline', 'b.jpg')]
    show(photos)
    // Without a server, an upload may fail again before the assertion, so record every upload that starts.
    const sent = new Set<string>()
    const stop = subscribeToDraft(() => {
      for (const { key, progress } of readDraft().photos) if (progress.step === 'sending') sent.add(key)
    })
    await userEvent.click(page.getByRole('button', { name: 'Try again' }))
    await expect.poll(() => [...sent]).toEqual(photos.map(({ key }) => key))
    stop()
  })
})
