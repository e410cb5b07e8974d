import '#i18n/en/create.ts'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError } from '#lib/server/call.ts'
import { errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { aPet, aPost } from '../../../testing/fixtures.ts'
import { render } from '../../../testing/render.tsx'
import { renderApp } from '../../../testing/render-app.tsx'
import { DraftForm } from './DraftEditor.tsx'
import { changeDraft, clearDraft, newPostDraft, readDraft } from './new-post-draft.ts'
import { addFiles, removePhoto } from './photo-uploads.ts'
import { submitDraft } from './submit-draft.ts'

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => new File(['photo'], `${index}.jpg`, { type: 'image/jpeg' }))

describe('draft of a new post', () => {
  test('updates the created post to the new caption when the first response was lost', async () => {
    const net = fakeNetwork()
    const post = aPost()
    let first: unknown
    net.on('POST /api/posts', ({ body }) => {
      if (first === undefined) {
        first = body
        throw new TypeError('Failed to fetch')
      }
      const isFirst = JSON.stringify(body) === JSON.stringify(first)
      return isFirst ? { status: 201, body: post } : errorReply('idempotency-key-reused', 422)
    })
    net.on('PATCH /api/posts/*', ({ body }) => ({ status: 200, body: { ...post, ...(body as object) } }))
    changeDraft(() => ({ caption: 'With a typo' }))
    expect(await submitDraft()).toBeNull()
    changeDraft(() => ({ caption: 'Without' }))
    expect(await submitDraft()).toMatchObject({ id: post.id, caption: 'Without' })
    const keys = net.requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(new Set(keys).size).toBe(1)
    expect(readDraft()).toMatchObject({ caption: '', submission: null, unconfirmed: [] })
  })

  test('keeps the typed text, and says that the post exists, when the idempotency key was used before', async () => {
    const net = fakeNetwork()
    net.on('POST /api/posts', errorReply('idempotency-key-reused', 422))
    changeDraft(() => ({ caption: 'Changed since' }))
    expect(await submitDraft()).toBeNull()
    renderApp(<DraftForm draft={readDraft()} pets={[]} onSubmit={() => {}} />)
    await expect.element(page.getByRole('alert')).toMatchTextContent('This post is already up')
    await expect.element(page.getByLabelText('Caption')).toHaveValue('Changed since')
    clearDraft()
  })

  test.for([
    { text: 'Not confirmed yet', after: 'a lost response' },
    { text: 'Not posted yet', after: 'a refusal' },
  ])('shows "$text" after $after', async ({ text, after }) => {
    const net = fakeNetwork()
    if (after === 'a refusal') net.on('POST /api/posts', errorReply('validation-failed', 400))
    changeDraft(() => ({ caption: 'Mud' }))
    await submitDraft()
    render(<DraftForm draft={readDraft()} pets={[]} onSubmit={() => {}} />)
    await expect.element(page.getByRole('alert')).toMatchTextContent(text)
    clearDraft()
  })

  test('gets at most ten photos from two parallel `addFiles` calls, which return how many did not fit', async () => {
    fakeNetwork()
    expect(await Promise.all([addFiles(newPostDraft, files(7)), addFiles(newPostDraft, files(7))])).toEqual([0, 4])
    expect(readDraft().photos).toHaveLength(10)
    for (const { key } of readDraft().photos) removePhoto(newPostDraft, key)
    clearDraft()
  })

  test('shows the remaining graphemes and the errors of a failed submission in DraftForm', async () => {
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
    const gone = errorReply('not-found', 404)
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
