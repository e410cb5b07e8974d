import { afterEach, describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { CallError } from '#lib/server/call.ts'
import { listAxeViolations } from '../../../testing/axe.ts'
import { fakeNetwork } from '../../../testing/fake-network.ts'
import { anEditorPhoto } from '../../../testing/fixtures.ts'
import { renderApp } from '../../../testing/render-app.tsx'
import type { DraftPhoto } from './draft-store.ts'
import { changeDraft, changePhoto, clearDraft, newPostDraft, readDraft, subscribeToDraft } from './new-post-draft.ts'
import { removePhoto } from './photo-uploads.ts'
import { UploadList } from './UploadList.tsx'
import { useDraft } from './use-draft.ts'

afterEach(() => {
  for (const { key } of readDraft().photos) removePhoto(newPostDraft, key)
  clearDraft()
})

function List() {
  return <UploadList draft={useDraft()} />
}

const named = (name: string, progress: DraftPhoto['progress']) =>
  anEditorPhoto({ file: new File(['x'.repeat(1000)], name), progress })
const sendingProgress = () => ({ step: 'sending', sent: 500, startedAt: 0 }) as const
const failedProgress = () => ({ step: 'failed', error: new CallError(null) }) as const
const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })

describe('UploadList', () => {
  test('shows the progress of each photo, and how many uploads are done', async () => {
    fakeNetwork()
    const waitingProgress: DraftPhoto['progress'] = { step: 'waiting' }
    const photos = [
      anEditorPhoto(),
      named('half.jpg', sendingProgress()),
      named('next.jpg', waitingProgress),
      named('lost.jpg', failedProgress()),
    ]
    changeDraft(() => ({ photos }))
    renderApp(<List />)
    await expect.element(page.getByText('1 of 4 done. You can leave this page; we’ll continue.')).toBeVisible()
    await expect.element(row('garden.jpg').getByText('Ready. Location removed.')).toBeVisible()
    await expect.element(row('half.jpg').getByRole('progressbar')).toHaveAttribute('value', '0.5')
    await expect.element(row('next.jpg').getByText('Waiting')).toBeVisible()
    await expect.element(row('lost.jpg').getByText('Connection lost. Your photos are still here.')).toBeVisible()
    expect(await listAxeViolations()).toEqual([])
    changePhoto(photos[1]?.key ?? '', () => ({ progress: anEditorPhoto().progress }))
    await expect.element(page.getByText('2 of 4 done.', { exact: false })).toBeVisible()
  })

  test('retries an upload on request after the connection was lost', async () => {
    fakeNetwork()
    changeDraft(() => ({ photos: [named('lost.jpg', failedProgress())] }))
    renderApp(<List />)
    const steps = new Set<string | undefined>()
    const stop = subscribeToDraft(() => steps.add(readDraft().photos[0]?.progress.step))
    await userEvent.click(row('lost.jpg').getByRole('button', { name: 'Try again' }))
    await expect.poll(() => [...steps]).toContain('sending')
    await expect.element(row('lost.jpg').getByRole('button', { name: 'Try again' })).toBeVisible()
    stop()
  })

  test('cancels a running upload without a request, but deletes an uploaded photo from the server', async () => {
    const net = fakeNetwork()
    const accepted = anEditorPhoto()
    changeDraft(() => ({ photos: [named('half.jpg', sendingProgress()), accepted], chosen: null }))
    renderApp(<List />)
    await userEvent.click(page.getByRole('button', { name: 'Cancel half.jpg' }))
    await expect.element(row('half.jpg')).not.toBeInTheDocument()
    const deleted = () => net.sent.filter((request) => request.startsWith('DELETE'))
    expect(deleted()).toEqual([])
    const id = accepted.progress.step === 'accepted' ? accepted.progress.photo.id : ''
    net.on('DELETE /api/photos/*', { status: 204 })
    removePhoto(newPostDraft, accepted.key)
    await expect.poll(deleted).toEqual([`DELETE /api/photos/${id}`])
    expect(readDraft().photos).toEqual([])
  })
})
