import '#i18n/en/create.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError } from '#lib/server/call.ts'
import { fakeNetwork, refusal } from '../../../testing/fake-network.ts'
import { aPet } from '../../../testing/given.ts'
import { render } from '../../../testing/render.tsx'
import { renderApp } from '../../../testing/render-app.tsx'
import { DraftForm } from './DraftEditor.tsx'
import { changeDraft, clearDraft, newPostDraft, readDraft } from './draft.ts'
import { addFiles, removePhoto } from './photo-uploads.ts'
import { submitDraft } from './submit-draft.ts'

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => new File(['photo'], `${index}.jpg`, { type: 'image/jpeg' }))

describe('draft of a new post', () => {
  test('is cleared when the post already exists because the first response was lost', async () => {
    const net = fakeNetwork()
    net.on('POST /api/posts', refusal('idempotency-key-reused', 422))
    changeDraft(() => ({ caption: 'Changed since' }))
    expect(await submitDraft()).toBe('already')
    expect(readDraft()).toMatchObject({ caption: '', submission: null })
  })

  test('adds at most ten photos from two simultaneous calls, and returns the number that did not fit', async () => {
    fakeNetwork()
    expect(await Promise.all([addFiles(newPostDraft, files(7)), addFiles(newPostDraft, files(7))])).toEqual([0, 4])
    expect(readDraft().photos).toHaveLength(10)
    for (const { key } of readDraft().photos) removePhoto(newPostDraft, key)
    clearDraft()
  })

  test("shows the remaining graphemes, a message for the error code, and the server's field errors", async () => {
    const errors = [{ field: 'place', code: 'too-long', message: 'At most 60 characters.' }]
    const problem = {
      type: 'about:blank',
      title: '',
      status: 400,
      code: 'validation-failed',
      detail: 'Raw.',
      requestId: '1',
    }
    const error = new CallError({ ...problem, code: 'validation-failed', errors })
    const caption = '👨‍👩‍👧‍👦'.repeat(2000)
    const draft = { ...readDraft(), caption, submission: { step: 'failed', error } } as const
    render(<DraftForm draft={draft} pets={[]} onSubmit={() => {}} />)
    await expect.element(page.getByText('200 characters left')).toBeInTheDocument()
    await expect.element(page.getByRole('alert')).toMatchTextContent('Check the fields marked in red.')
    await expect.element(page.getByText('At most 60 characters.')).toBeVisible()
  })

  test('shows an error for a tagged pet the author no longer cares for, and removes the tag on request', async () => {
    const [mango, clover] = [aPet({ name: 'Mango' }), aPet()]
    const errors = [{ field: 'pets.1', code: 'not-yours', message: 'You can tag only pets you care for.' }]
    const net = fakeNetwork()
    const gone = refusal('not-found', 404)
    net.on('POST /api/posts', { ...gone, body: { ...(gone.body as object), errors } })
    changeDraft(() => ({ caption: 'Both', pets: [clover.id, mango.id] }))
    expect(await submitDraft()).toBe(null)
    renderApp(<DraftForm draft={readDraft()} pets={[clover, mango]} onSubmit={() => {}} />)
    await expect
      .element(page.getByRole('alert'))
      .toMatchTextContent('You no longer look after Mango, so you can’t tag them. Remove the tag and try again.')
    await userEvent.click(page.getByRole('button', { name: 'Remove the tag' }))
    expect(readDraft()).toMatchObject({ caption: 'Both', pets: [clover.id], submission: null })
    clearDraft()
  })
})
