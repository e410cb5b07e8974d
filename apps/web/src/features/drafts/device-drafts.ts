import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Draft, DraftPhoto } from '#features/posts/editor/draft-store.ts'

type KeptPhoto = Omit<DraftPhoto, 'preview' | 'progress'> & { photo: OwnPhoto | null }

/** A draft stored in this browser, because it has changes that the server lacks. Includes the photo files. */
export type DeviceDraft = Omit<Draft, 'photos' | 'chosen' | 'submission'> & {
  /** The draft's `idempotencyKey`, which is the key in the store. */
  key: string
  user: UserId
  /** Time of the last change in milliseconds since 1970. */
  at: number
  photos: KeptPhoto[]
}

// @NOTE local-sign-out.ts and unsent-draft.ts repeat this database name. Change all three together.
const DATABASE = 'pawtrait-drafts'
const STORE = 'drafts'

const unavailableError = (cause: unknown) => new Error('IndexedDB is not available.', { cause })

function openDatabase(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(unavailableError(request.error)))
  })
}

let connection: Promise<IDBDatabase> | undefined

/** Returns a shared connection. It stays open, because an unloading page cannot wait for one. Log-out closes it. */
function getConnection(): Promise<IDBDatabase> {
  const lose = () => (connection = undefined)
  connection ??= openDatabase().then((database) => {
    database.addEventListener('versionchange', () => {
      database.close()
      lose()
    })
    database.addEventListener('close', lose)
    return database
  })
  connection.catch(lose)
  return connection
}

async function runTransaction<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await getConnection()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = use(transaction.objectStore(STORE))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () =>
      reject(new Error('IndexedDB did not store the draft.', { cause: transaction.error })),
    )
    // Commits synchronously, so that the write survives page unload.
    transaction.commit()
  })
}

export const putDeviceDraft = (draft: DeviceDraft) => runTransaction('readwrite', (store) => store.put(draft))

export const removeDeviceDraft = (key: string) => runTransaction('readwrite', (store) => store.delete(key))

/** Returns a user's drafts, last changed first. Empty if IndexedDB is not available. */
export async function readDeviceDrafts(user: UserId): Promise<DeviceDraft[]> {
  // The cast is safe: only `putDeviceDraft` writes to this store.
  const all = (await runTransaction('readonly', (store) => store.getAll()).catch(() => [])) as DeviceDraft[]
  return all.filter((draft) => draft.user === user).toSorted((a, b) => b.at - a.at)
}

/** Converts a draft from the editor for storage in this browser. */
export const toDeviceDraft = (draft: Draft, user: UserId, at: number): DeviceDraft => {
  const { photos, chosen: _, submission: __, ...words } = draft
  return {
    ...words,
    key: draft.idempotencyKey,
    user,
    at,
    photos: photos.map(({ preview: ___, progress, ...photo }) => ({
      ...photo,
      photo: progress.step === 'accepted' ? progress.photo : null,
    })),
  }
}

/** Converts a stored draft for the editor. Photos that are not uploaded yet wait for upload. */
export const fromDeviceDraft = ({ key: _, user: __, at: ___, photos, ...words }: DeviceDraft): Draft => ({
  ...words,
  photos: photos.map(({ photo, ...kept }) => ({
    ...kept,
    preview: kept.file && URL.createObjectURL(kept.file),
    progress: photo ? { step: 'accepted', photo } : { step: 'waiting' },
  })),
  chosen: photos[0]?.key ?? null,
  submission: null,
})
