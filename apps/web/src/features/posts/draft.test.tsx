import { expect, test } from 'vitest'
import { network, refusal } from '../../testing/network.ts'
import { changeDraft, clearDraft, readDraft } from './draft.ts'
import { addFiles, removePhoto } from './draft-uploads.ts'
import { submitDraft } from './submit-draft.ts'

const files = (count: number) =>
  Array.from({ length: count }, (_, index) => new File(['photo'], `${index}.jpg`, { type: 'image/jpeg' }))

test('a draft changed after an answer was lost counts as posted: the first try arrived', async () => {
  const net = network()
  net.on('POST /api/posts', refusal('idempotency-key-reused', 409))
  changeDraft(() => ({ caption: 'Changed since' }))
  expect(await submitDraft()).toBe('already')
  expect(readDraft()).toMatchObject({ caption: '', submission: null })
})

test('files dropped and pasted at once fill a draft up to ten, and both are told what did not fit', async () => {
  network()
  expect(await Promise.all([addFiles(files(7)), addFiles(files(7))])).toEqual([0, 4])
  expect(readDraft().photos).toHaveLength(10)
  for (const { key } of readDraft().photos) removePhoto(key)
  clearDraft()
})
