import type { UserId } from '@pawtrait/contract/ids.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Draft, DraftPhoto } from '#features/posts/editor/composition.ts'

type KeptPhoto = Omit<DraftPhoto, 'preview' | 'progress'> & { photo: OwnPhoto | null }

/** A draft as this browser keeps it: what the server does not have yet, files of photos too. */
export type DeviceDraft = Omit<Draft, 'photos' | 'chosen' | 'submission'> & {
  /** The draft's idempotency key. */
  key: string
  user: UserId
  /** Milliseconds since 1970. */
  at: number
  photos: KeptPhoto[]
}

// @NOTE signed-out.ts deletes it by this name when somebody logs out, unsent-draft.ts looks into it.
const DATABASE = 'pawtrait-drafts'
const STORE = 'drafts'

const nothingKept = (cause: unknown) => new Error('The browser keeps nothing.', { cause })

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.addEventListener('upgradeneeded', () => request.result.createObjectStore(STORE, { keyPath: 'key' }))
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(nothingKept(request.error)))
  })
}

let connection: Promise<IDBDatabase> | undefined

/** Stays open: a page that is being left has no time to open it. Closes itself before it is deleted, at log-out. */
function connected(): Promise<IDBDatabase> {
  const lose = () => (connection = undefined)
  connection ??= opened().then((database) => {
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

async function used<T>(mode: IDBTransactionMode, use: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await connected()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = use(transaction.objectStore(STORE))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () =>
      reject(new Error('The browser did not keep it.', { cause: transaction.error })),
    )
    // Stands also when the page goes before it hears of it.
    transaction.commit()
  })
}

export const keepOnDevice = (draft: DeviceDraft) => used('readwrite', (store) => store.put(draft))

export const dropFromDevice = (key: string) => used('readwrite', (store) => store.delete(key))

/** Those of a user, last changed first. Empty where the browser keeps nothing. */
export async function draftsOnDevice(user: UserId): Promise<DeviceDraft[]> {
  // The store holds nothing but what `keepOnDevice` put there.
  const all = (await used('readonly', (store) => store.getAll()).catch(() => [])) as DeviceDraft[]
  return all.filter((draft) => draft.user === user).toSorted((a, b) => b.at - a.at)
}

/** A draft as it is kept. */
export const deviceDraftOf = (draft: Draft, user: UserId, at: number): DeviceDraft => {
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

/** A kept draft as it is edited: files that had not gone up wait for their turn. */
export const draftOfDevice = ({ key: _, user: __, at: ___, photos, ...words }: DeviceDraft): Draft => ({
  ...words,
  photos: photos.map(({ photo, ...kept }) => ({
    ...kept,
    preview: kept.file && URL.createObjectURL(kept.file),
    progress: photo ? { step: 'accepted', photo } : { step: 'waiting' },
  })),
  chosen: photos[0]?.key ?? null,
  submission: null,
})
