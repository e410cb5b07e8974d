import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { DBSchema, IDBPObjectStore } from 'idb'
import type { Draft, DraftPhoto } from '#features/posts/editor/draft-store.ts'
import { sharedDatabase } from '#lib/shared-database.ts'

type KeptPhoto = Omit<DraftPhoto, 'preview' | 'progress'> & { photo: OwnPhoto | null }

/** A draft stored in this browser, because it has changes that the server lacks. Includes the photo files. */
export type DeviceDraft = Omit<Draft, 'photos' | 'chosen' | 'submission' | 'unconfirmed'> & {
  /** The draft's `idempotencyKey`, which is the key in the store. */
  key: string
  user: UserId
  /** Time of the last change in milliseconds since 1970. */
  at: number
  photos: KeptPhoto[]
  /** True once the user has submitted the draft: the next start of the app sends it. */
  isQueued?: boolean
  /** As in `Draft`. Missing in a draft that an earlier release stored. */
  unconfirmed?: Draft['unconfirmed']
}

// @NOTE local-sign-out.ts and unsent-draft.ts repeat this database name. Change all three together.
const DATABASE = 'pawtrait-drafts'

type Schema = DBSchema & { drafts: { key: string; value: DeviceDraft } }

const openDrafts = sharedDatabase<Schema>(
  DATABASE,
  (database) => void database.createObjectStore('drafts', { keyPath: 'key' }),
)

/** Runs a write transaction, and commits it synchronously, so that the write survives page unload. */
async function write(use: (store: IDBPObjectStore<Schema, ['drafts'], 'drafts', 'readwrite'>) => Promise<unknown>) {
  const transaction = (await openDrafts()).transaction('drafts', 'readwrite')
  const writing = use(transaction.store)
  transaction.commit()
  await Promise.all([writing, transaction.done])
}

export const putDeviceDraft = (draft: DeviceDraft) => write((store) => store.put(draft))

export const removeDeviceDraft = (key: string) => write((store) => store.delete(key))

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

/** Converts a stored draft for the editor. Photos that are not uploaded yet wait for upload. */
export const fromDeviceDraft = ({
  key: _,
  user: __,
  at: ___,
  isQueued: ____,
  unconfirmed = [],
  photos,
  ...words
}: DeviceDraft): Draft => ({
  ...words,
  unconfirmed,
  photos: photos.map(({ photo, ...kept }) => ({
    ...kept,
    preview: kept.file && URL.createObjectURL(kept.file),
    progress: photo ? { step: 'accepted', photo } : { step: 'waiting' },
  })),
  chosen: photos[0]?.key ?? null,
  submission: null,
})
