import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { DBSchema, IDBPDatabase } from 'idb'
import type { Draft, DraftPhoto } from '#features/posts/editor/draft-store.ts'
import { createDatabaseOpener } from '#lib/shared-database.ts'

/** Photo of a stored draft. `file` is null if the file has its own record, or if the server already had the photo. */
export type DeviceDraftPhoto = Omit<DraftPhoto, 'preview' | 'progress'> & { photo: OwnPhoto | null }

/**
 * A draft stored in this browser, because it has changes that the server lacks. Contains the photo files until
 * `moveDraftFiles` has moved them.
 */
export type DeviceDraft = Omit<Draft, 'photos' | 'chosen' | 'submission' | 'unconfirmed'> & {
  /** The draft's `idempotencyKey`, which is the key in the store. */
  key: string
  user: UserId
  /** Time of the last change in milliseconds since 1970. */
  at: number
  photos: DeviceDraftPhoto[]
  /** True once the user has submitted the draft: the next start of the app sends it. */
  isQueued?: boolean
  /** See `Draft.unconfirmed`. Undefined in drafts that an earlier release stored. */
  unconfirmed?: Draft['unconfirmed']
}

// @NOTE local-sign-out.ts and unsent-data.ts repeat this database name. Change all three together.
const DATABASE = 'pawtrait-drafts'

/** File of a photo, stored as an ArrayBuffer because some browsers lose stored Blobs. */
type StoredFile = { bytes: ArrayBuffer; type: string; name: string; lastModified: number }

type Schema = DBSchema & {
  drafts: { key: string; value: DeviceDraft }
  /** Files of photos. The key consists of draft key and photo key. `moveDraftFiles` adds the files of a draft. */
  photos: { key: [string, string]; value: StoredFile }
}

const createStores = (database: IDBPDatabase<Schema>, from: number) => {
  if (from < 1) database.createObjectStore('drafts', { keyPath: 'key' })
  database.createObjectStore('photos')
}

const openDrafts = createDatabaseOpener<Schema>(DATABASE, createStores, 2)

// Photos that have a file in the store `photos`, as far as this tab knows. Entries have the format `draft/photo`.
const movedFileIds = new Set<string>()

const getFileId = (draft: string, photo: string) => `${draft}/${photo}`

const getFileKeyRange = (draft: string) => IDBKeyRange.bound([draft], [draft, []])

function forgetMovedFiles(draft: string) {
  for (const id of movedFileIds) if (id.startsWith(`${draft}/`)) movedFileIds.delete(id)
}

/** Stores a draft. Commits synchronously, so that the write survives page unload. */
export async function putDeviceDraft(draft: DeviceDraft): Promise<void> {
  const photos = draft.photos.map((photo) =>
    movedFileIds.has(getFileId(draft.key, photo.key)) ? { ...photo, file: null } : photo,
  )
  const transaction = (await openDrafts()).transaction('drafts', 'readwrite')
  const writing = transaction.store.put({ ...draft, photos })
  transaction.commit()
  await Promise.all([writing, transaction.done])
}

let moving: Promise<void> = Promise.resolve()

/**
 * Moves the files of a stored draft to records of their own. Otherwise each change of the text would rewrite all files.
 * Calls are serialised. @throws DOMException if the disk is full; the files then remain in the draft
 */
export function moveDraftFiles(draft: DeviceDraft): Promise<void> {
  moving = moving.catch(() => {}).then(() => moveFiles(draft))
  return moving
}

async function moveFiles({ key, photos }: DeviceDraft) {
  const database = await openDrafts()
  // Reads the stored keys each time, because another tab may have deleted the draft with its files.
  const stored = new Set((await database.getAllKeys('photos', getFileKeyRange(key))).map(([, photo]) => photo))
  const isDone = photos.every(
    (photo) => !photo.file || (stored.has(photo.key) && movedFileIds.has(getFileId(key, photo.key))),
  )
  if (isDone && [...stored].every((id) => photos.some((photo) => photo.key === id))) return
  for (const { key: photo, file } of photos) {
    if (!file || stored.has(photo)) continue
    const { type, name, lastModified } = file
    await database.put('photos', { bytes: await file.arrayBuffer(), type, name, lastModified }, [key, photo])
    stored.add(photo)
  }
  const transaction = database.transaction(['drafts', 'photos'], 'readwrite')
  const [drafts, files] = [transaction.objectStore('drafts'), transaction.objectStore('photos')]
  // Reads the draft again, because it may have changed or been deleted since.
  const draft = await drafts.get(key)
  const presentPhotos = draft?.photos.map((photo) => (stored.has(photo.key) ? { ...photo, file: null } : photo)) ?? []
  if (draft) await drafts.put({ ...draft, photos: presentPhotos })
  for (const photo of stored) if (!presentPhotos.some((other) => other.key === photo)) await files.delete([key, photo])
  await transaction.done
  forgetMovedFiles(key)
  for (const photo of presentPhotos) if (stored.has(photo.key)) movedFileIds.add(getFileId(key, photo.key))
}

/** Deletes a draft and its files. Commits synchronously, so that the deletion survives page unload. */
export async function removeDeviceDraft(key: string): Promise<void> {
  forgetMovedFiles(key)
  const transaction = (await openDrafts()).transaction(['drafts', 'photos'], 'readwrite')
  const deleting = [
    transaction.objectStore('drafts').delete(key),
    transaction.objectStore('photos').delete(getFileKeyRange(key)),
  ]
  transaction.commit()
  await Promise.all([...deleting, transaction.done])
}

/** Returns the file of a stored photo. Null if the server already had the photo, or the browser has lost the file. */
export async function readDraftFile(draft: string, { key, file }: DeviceDraftPhoto): Promise<File | null> {
  if (file) return file
  const stored = await (await openDrafts()).get('photos', [draft, key])
  if (!stored) return null
  movedFileIds.add(getFileId(draft, key))
  const { bytes, name, type, lastModified } = stored
  return new File([bytes], name, { type, lastModified })
}

/** Returns a user's drafts, last changed first. Empty if IndexedDB is not available. */
export async function readDeviceDrafts(user: UserId): Promise<DeviceDraft[]> {
  const all = await openDrafts()
    .then((database) => database.getAll('drafts'))
    .catch((): DeviceDraft[] => [])
  return all.filter((draft) => draft.user === user).toSorted((a, b) => b.at - a.at)
}

/** Converts a draft from the editor for storage in this browser. */
export const toDeviceDraft = (draft: Draft, user: UserId, at: number): DeviceDraft => {
  const { photos, chosen: _, submission, ...words } = draft
  return {
    ...words,
    key: draft.idempotencyKey,
    user,
    at,
    isQueued: submission?.step === 'waiting' || submission?.step === 'sending',
    photos: photos.map(({ preview: __, progress, ...photo }) => ({
      ...photo,
      photo: progress.step === 'accepted' ? progress.photo : null,
    })),
  }
}

/** Converts a stored draft for the editor, and reads its files. Photos that are not uploaded yet wait for upload. */
export async function fromDeviceDraft(draft: DeviceDraft): Promise<Draft> {
  const { key, user: _, at: __, isQueued: ___, unconfirmed = [], photos, ...words } = draft
  const toDraftPhoto = async ({ photo, ...kept }: DeviceDraftPhoto): Promise<DraftPhoto> => {
    const file = await readDraftFile(key, { photo, ...kept })
    const preview = file && URL.createObjectURL(file)
    return { ...kept, file, preview, progress: photo ? { step: 'accepted', photo } : { step: 'waiting' } }
  }
  return {
    ...words,
    unconfirmed,
    photos: await Promise.all(photos.map(toDraftPhoto)),
    chosen: photos[0]?.key ?? null,
    submission: null,
  }
}
