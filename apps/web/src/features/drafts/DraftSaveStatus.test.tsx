import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clearDraft, newPostDraft, readDraft } from '#features/posts/editor/new-post-draft.ts'
import { listAxeViolations } from '../../testing/axe.ts'
import { aDraft } from '../../testing/draft-fixtures.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { DraftConflict } from './DraftConflict.tsx'
import { DraftSaveStatus } from './DraftSaveStatus.tsx'

const status = page.getByRole('status')

describe('DraftSaveStatus', () => {
  test.for([
    ['saved', 'Draft saved.'],
    ['waiting', 'Saved on this device until you are online.'],
    ['failed', 'Not saved yet. Stay on this page.'],
    ['conflict', 'There are two versions of this draft. Choose one below.'],
  ] as const)('shows a sentence for the state "%s"', async ([step, words]) => {
    renderApp(
      <DraftSaveStatus
        sync={{ step, theirs: step === 'conflict' ? aDraft() : null }}
        draftsHref="/drafts"
        onPutAside={() => {}}
      />,
    )
    await expect.element(status.first()).toMatchTextContent(words)
    expect(await listAxeViolations()).toEqual([])
    // Long text moves the button below the link. The link must be as high as its touch target (44 px). Otherwise this
    // target would overlap the button.
    const link = page.getByRole('link', { name: 'Drafts' }).element().getBoundingClientRect()
    expect(link.height).toBeGreaterThanOrEqual(44)
  })

  test('puts the draft aside and opens an empty draft when "Save draft" is pressed', async () => {
    const onPutAside = vi.fn()
    newPostDraft.change(() => ({ caption: 'Later' }))
    onTestFinished(clearDraft)
    renderApp(<DraftSaveStatus sync={{ step: 'saved', theirs: null }} draftsHref="/drafts" onPutAside={onPutAside} />)
    await userEvent.click(page.getByRole('button', { name: 'Save draft' }))
    await expect.poll(() => onPutAside.mock.calls.length).toBe(1)
    expect(readDraft().caption).toBe('')
  })
})

describe('DraftConflict', () => {
  const theirs = aDraft({ caption: 'A whole sentence', version: 3 })

  test('replaces the local draft when "Use the other version" is pressed', async () => {
    fakeNetwork()
    newPostDraft.change(() => ({ caption: 'Half' }))
    onTestFinished(clearDraft)
    renderApp(<DraftConflict theirs={theirs} />)
    await expect.element(status.first()).toMatchTextContent('On the other device: “A whole sentence”. 1 photo.')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Use the other version' }))
    expect(readDraft()).toMatchObject({ caption: 'A whole sentence', kept: { id: theirs.id, version: 3 } })
  })

  test('keeps the local text and adds the photos of the other version when "Keep my version" is pressed', async () => {
    fakeNetwork()
    newPostDraft.change(() => ({ caption: 'Half' }))
    onTestFinished(clearDraft)
    renderApp(<DraftConflict theirs={{ ...theirs, caption: '' }} />)
    await expect.element(status.first()).toMatchTextContent('On the other device it has no caption.')
    await userEvent.click(page.getByRole('button', { name: 'Keep my version' }))
    expect(readDraft()).toMatchObject({ caption: 'Half', kept: { id: theirs.id, version: 3 } })
    expect(readDraft().photos).toHaveLength(1)
  })
})
