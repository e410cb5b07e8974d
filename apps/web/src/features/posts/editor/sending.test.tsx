import { afterEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError } from '#lib/server/call.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { errorReply, fakeNetwork } from '../../../testing/fake-network.ts'
import { anEditorPhoto, aPost } from '../../../testing/fixtures.ts'
import { render } from '../../../testing/render.tsx'
import { DraftForm } from './DraftEditor.tsx'
import { changeDraft, changePhoto, clearDraft, readDraft } from './new-post-draft.ts'
import { getSubmissionLockName, submitDraft } from './submit-draft.ts'
import { useDraft } from './use-draft.ts'

afterEach(() => {
  clearDraft()
  vi.restoreAllMocks()
})

function Form() {
  return <DraftForm draft={useDraft()} pets={[]} onSubmit={() => void submitDraft()} />
}

const aRefusedPhoto = () => {
  const problem = { type: 'about:blank', title: '', status: 422, detail: '', requestId: '1' }
  const error = new CallError({ ...problem, code: 'unreadable-photo' })
  return anEditorPhoto({ progress: { step: 'failed', error } })
}

const submit = page.getByRole('button', { name: 'Submit' })
const waitingButton = page.getByRole('button', { name: 'Waiting for the connection…' })
const posted = (net: ReturnType<typeof fakeNetwork>) => net.sent.filter((request) => request === 'POST /api/posts')

describe('DraftForm', () => {
  test('shows that it waits for the network while offline, and sends the post once online', async () => {
    const net = fakeNetwork()
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    changeDraft(() => ({ photos: [anEditorPhoto()], caption: 'Mud' }))
    render(<Form />)
    await userEvent.click(submit)
    await expect.element(waitingButton).toHaveAttribute('aria-busy', 'true')
    await expect.element(page.getByText('We’ll post it when you’re back online.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    await userEvent.fill(page.getByLabelText('Caption'), 'Mud and more')
    expect(posted(net)).toEqual([])
    net.on('POST /api/posts', { status: 201, body: aPost() })
    line.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await expect.poll(() => posted(net)).toHaveLength(1)
    expect(net.requests.at(-1)?.body).toMatchObject({ caption: 'Mud and more' })
    await expect.poll(() => readDraft()).toMatchObject({ photos: [], submission: null })
  })

  test('does not send a cancelled post when the connection returns', async () => {
    const net = fakeNetwork()
    const line = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    changeDraft(() => ({ photos: [anEditorPhoto()] }))
    render(<Form />)
    await userEvent.click(submit)
    await userEvent.click(page.getByRole('button', { name: 'Cancel' }))
    await expect.element(submit).toBeVisible()
    const sentBefore = net.sent.length
    line.mockReturnValue(true)
    window.dispatchEvent(new Event('online'))
    await new Promise((later) => setTimeout(later, 100))
    expect(net.sent).toHaveLength(sentBefore)
    expect(readDraft().photos).toHaveLength(1)
  })

  test('shows an error, not "waiting", when the server does not respond while the browser is online', async () => {
    fakeNetwork()
    changeDraft(() => ({ photos: [anEditorPhoto()] }))
    render(<Form />)
    await userEvent.click(submit)
    await expect.element(page.getByRole('alert')).toMatchTextContent('No answer from the server.')
    await expect.element(submit).toBeVisible()
  })

  test('shows the number of refused photos next to Submit, and sends only the accepted photos', async () => {
    const net = fakeNetwork()
    net.on('POST /api/posts', { status: 201, body: aPost() })
    const good = anEditorPhoto({ alt: 'A garden' })
    changeDraft(() => ({ photos: [aRefusedPhoto(), good, aRefusedPhoto()] }))
    render(<Form />)
    await expect.element(page.getByText('2 of 3 photos cannot be used. Submit posts the other one.')).toBeVisible()
    await userEvent.click(submit)
    await expect.poll(() => posted(net)).toHaveLength(1)
    const id = good.progress.step === 'accepted' ? good.progress.photo.id : null
    expect(net.requests.at(-1)?.body).toMatchObject({ photos: [{ id, alt: 'A garden' }] })
  })

  test('disables Submit when every photo is refused', async () => {
    changeDraft(() => ({ photos: [aRefusedPhoto(), aRefusedPhoto()] }))
    render(<Form />)
    await expect.element(page.getByText('None of these 2 photos can be used. Choose others.')).toBeVisible()
    await expect.element(submit).toBeDisabled()
  })

  test('sends no post when a photo is refused while the submission waits for the lock of another tab', async () => {
    const net = fakeNetwork()
    const uploadingPhoto = anEditorPhoto({ progress: { step: 'sending', sent: 0, startedAt: 0 } })
    changeDraft(() => ({ photos: [anEditorPhoto(), uploadingPhoto] }))
    let release = () => {}
    const heldLock = new Promise<void>((resolve) => (release = resolve))
    void navigator.locks.request(getSubmissionLockName(readDraft().idempotencyKey), () => heldLock)
    render(<Form />)
    await userEvent.click(submit)
    changePhoto(uploadingPhoto.key, () => ({ progress: aRefusedPhoto().progress }))
    release()
    await expect.element(page.getByRole('alert')).toMatchTextContent('The photo could not be read.')
    expect(posted(net)).toEqual([])
  })

  test('shows an error and sends no post when a photo is refused after Submit was pressed', async () => {
    const net = fakeNetwork()
    const uploadingPhoto = anEditorPhoto({ progress: { step: 'sending', sent: 0, startedAt: 0 } })
    changeDraft(() => ({ photos: [anEditorPhoto(), uploadingPhoto] }))
    render(<Form />)
    await userEvent.click(submit)
    await expect.poll(() => readDraft().submission?.step).toBe('sending')
    changePhoto(uploadingPhoto.key, () => ({ progress: aRefusedPhoto().progress }))
    await expect.element(page.getByRole('alert')).toMatchTextContent('The photo could not be read.')
    expect(posted(net)).toEqual([])
  })

  test('shows the character count of a photo description, and a button to add the first pet', async () => {
    const photo = anEditorPhoto({ alt: 'A dog' })
    changeDraft(() => ({ photos: [photo], chosen: photo.key }))
    render(<Form />)
    await expect.element(page.getByText('5 / 1,500')).toBeVisible()
    await expect.element(page.getByRole('group', { name: 'Who’s in it?' })).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Who’s this?' })).toBeVisible()
  })

  test('marks a photo that was taken down after its upload as refused, and submits the other photos', async () => {
    const net = fakeNetwork()
    const [remaining, gone] = [anEditorPhoto({ alt: 'Kept' }), anEditorPhoto({ alt: 'Gone' })]
    changeDraft(() => ({ photos: [remaining, gone], caption: 'Mud' }))
    const idOf = ({ progress }: typeof gone) => (progress.step === 'accepted' ? progress.photo.id : '')
    const problem = { type: 'about:blank', title: '', status: 422, detail: '', requestId: '1' }
    const errors = [{ field: `photos.${idOf(gone)}`, code: 'taken-down', message: 'Taken down.' }]
    net.on('POST /api/posts', { status: 422, body: { ...problem, code: 'picture-taken-down', errors } })
    render(<Form />)
    await userEvent.click(submit)
    await expect.element(page.getByText('1 of 2 photos cannot be used. Submit posts the other one.')).toBeVisible()
    await expect.element(page.getByRole('alert')).toMatchTextContent('This photo was taken down')
    expect(readDraft()).toMatchObject({ caption: 'Mud', photos: [{ alt: 'Kept' }, { alt: 'Gone' }] })
    expect(await listAxeViolations()).toEqual([])
    net.on('POST /api/posts', { status: 201, body: aPost() })
    await userEvent.click(submit)
    await expect.poll(() => posted(net)).toHaveLength(2)
    expect(net.requests.at(-1)?.body).toMatchObject({ photos: [{ id: idOf(remaining), alt: 'Kept' }] })
  })

  test('retries saving a photo edit while the server is still rendering the photo', async () => {
    const net = fakeNetwork()
    const photo = anEditorPhoto({ rotate: 90 })
    let refusals = 0
    net.on('PATCH /api/photos/*', () => {
      if (refusals++ < 2) return errorReply('unavailable', 503, { retryAfterSeconds: 0 })
      return { status: 200, body: { ...(photo.progress.step === 'accepted' && photo.progress.photo), rotate: 90 } }
    })
    net.on('POST /api/posts', { status: 201, body: aPost() })
    changeDraft(() => ({ photos: [photo] }))
    expect(await submitDraft()).not.toBeNull()
    expect(net.sent.filter((request) => request.startsWith('PATCH'))).toHaveLength(3)
  })

  test('reports a failed submission after six refused attempts to save a photo edit', async () => {
    const net = fakeNetwork()
    net.on('PATCH /api/photos/*', errorReply('unavailable', 503, { retryAfterSeconds: 0 }))
    changeDraft(() => ({ photos: [anEditorPhoto({ rotate: 90 })] }))
    expect(await submitDraft()).toBeNull()
    expect(net.sent.filter((request) => request.startsWith('PATCH'))).toHaveLength(6)
    expect(readDraft().submission).toMatchObject({ step: 'failed', error: { code: 'unavailable' } })
  })
})
