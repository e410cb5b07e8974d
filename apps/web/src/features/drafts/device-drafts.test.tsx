import { openDB } from 'idb'
import { afterEach, describe, expect, test } from 'vitest'
import { type DraftPhoto, emptyDraft } from '#features/posts/editor/draft-store.ts'
import { anEditorPhoto, aViewer } from '../../testing/fixtures.ts'
import {
  fromDeviceDraft,
  moveDraftFiles,
  putDeviceDraft,
  readDeviceDrafts,
  removeDeviceDraft,
  toDeviceDraft,
} from './device-drafts.ts'

const viewer = aViewer()

const aPhotoOf = (text: string) => anEditorPhoto({ file: new File([text], `${text}.jpg`, { type: 'image/jpeg' }) })
const aDeviceDraft = (...photos: DraftPhoto[]) => toDeviceDraft({ ...emptyDraft(), photos }, viewer.id, 1)

/** Returns the number of files in the object store `photos`. */
async function countFiles(): Promise<number> {
  const database = await openDB('pawtrait-drafts')
  const count = await database.count('photos')
  database.close()
  return count
}

/** Returns the content of each photo's file, as the editor gets it. */
async function openFiles(): Promise<(string | undefined)[]> {
  const [stored] = await readDeviceDrafts(viewer.id)
  if (!stored) throw new Error('No draft is stored.')
  const { photos } = await fromDeviceDraft(stored)
  return Promise.all(photos.map(async ({ file }) => file?.text()))
}

afterEach(async () => {
  for (const { key } of await readDeviceDrafts(viewer.id)) await removeDeviceDraft(key)
})

describe('draft stored on the device', () => {
  test('keeps its files in separate records, so that a text change does not rewrite the files', async () => {
    const draft = aDeviceDraft(aPhotoOf('Milo'), aPhotoOf('Luna'))
    await putDeviceDraft(draft)
    await moveDraftFiles(draft)
    await putDeviceDraft({ ...draft, caption: 'On the hill' })
    const [stored] = await readDeviceDrafts(viewer.id)
    expect(stored).toMatchObject({ caption: 'On the hill', photos: [{ file: null }, { file: null }] })
    expect(await openFiles()).toEqual(['Milo', 'Luna'])
  })

  test('keeps its files when it is stored again after a deletion in this tab or another tab', async () => {
    const draft = aDeviceDraft(aPhotoOf('Milo'))
    await putDeviceDraft(draft)
    await moveDraftFiles(draft)
    await removeDeviceDraft(draft.key)
    await putDeviceDraft(draft)
    expect(await openFiles()).toEqual(['Milo'])
    await moveDraftFiles(draft)
    const otherTab = await openDB('pawtrait-drafts')
    await otherTab.clear('photos')
    await otherTab.clear('drafts')
    otherTab.close()
    await putDeviceDraft(draft)
    await moveDraftFiles(draft)
    expect(await openFiles()).toEqual(['Milo'])
  })

  test('opens with its files even if the page closed before the files were moved to separate records', async () => {
    await putDeviceDraft(aDeviceDraft(aPhotoOf('Milo')))
    expect(await countFiles()).toBe(0)
    expect(await openFiles()).toEqual(['Milo'])
  })

  test('deletes the file of a removed photo, and all files when the draft is deleted', async () => {
    const [milo, luna] = [aPhotoOf('Milo'), aPhotoOf('Luna')]
    const both = aDeviceDraft(milo, luna)
    await putDeviceDraft(both)
    await moveDraftFiles(both)
    const withoutMilo = { ...both, photos: both.photos.filter(({ key }) => key === luna.key) }
    await putDeviceDraft(withoutMilo)
    await moveDraftFiles(withoutMilo)
    expect(await countFiles()).toBe(1)
    expect(await openFiles()).toEqual(['Luna'])
    await putDeviceDraft(both) // the user adds the removed photo again
    expect(await openFiles()).toEqual(['Milo', 'Luna'])
    await removeDeviceDraft(both.key)
    expect(await countFiles()).toBe(0)
  })

  test('leaves no files behind when it is deleted while its files are being moved', async () => {
    const draft = aDeviceDraft(aPhotoOf('Milo'))
    await putDeviceDraft(draft)
    const moving = moveDraftFiles(draft)
    await removeDeviceDraft(draft.key)
    await moving
    expect(await readDeviceDrafts(viewer.id)).toEqual([])
    expect(await countFiles()).toBe(0)
  })

  test('opens with its files when an earlier release stored it', async () => {
    indexedDB.deleteDatabase('pawtrait-drafts')
    const earlier = await openDB('pawtrait-drafts', 1, {
      upgrade: (database) => void database.createObjectStore('drafts', { keyPath: 'key' }),
    })
    await earlier.put('drafts', aDeviceDraft(aPhotoOf('Milo')))
    earlier.close()
    expect(await openFiles()).toEqual(['Milo'])
    const [stored] = await readDeviceDrafts(viewer.id)
    if (stored) await moveDraftFiles(stored)
    expect(await countFiles()).toBe(1)
    expect(await openFiles()).toEqual(['Milo'])
  })
})
