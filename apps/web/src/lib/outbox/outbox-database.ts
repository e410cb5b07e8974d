import type { ProblemBody } from '@pawtrait/contract/errors.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { DBSchema } from 'idb'
import { createDatabaseOpener } from '#lib/shared-database.ts'

// @NOTE local-sign-out.ts and unsent-data.ts contain the same database name and store names.
const DATABASE = 'pawtrait-outbox'

/** Kind of a queued action, for the list of queued actions. */
export type OutboxKind =
  | 'like'
  | 'save'
  | 'follow'
  | 'comment'
  | 'story'
  | 'story-reply'
  | 'like-comment'
  | 'react'
  | 'view'
  | 'edit'
  | 'delete'

/** API call that waits for the network. */
export type OutboxItem = {
  /** Sequence number, assigned by the database. */
  id: number
  /** Id of the user who did the action. */
  user: string
  kind: OutboxKind
  /** Target of the action, such as `post:ID`. */
  thing: string
  /** True if the action sets a state, such as liked. A newer action of the same kind and target replaces it. */
  isState: boolean
  /** State on screen before this action and the actions that it replaced. Restored if the action is dropped. */
  before?: unknown
  /**
   * Text for the list of queued actions: the text that the user has written, or the name of the target. May be empty.
   */
  words: string
  request: { method: string; path: string; body: string | null; idempotencyKey: string | null }
  /** Photo to upload before the call: its key in `photos`, and the id from the server once the photo is uploaded. */
  photo: { key: string; id: PhotoId | null } | null
  /** Error with which the server refused the call; null while the call is queued. */
  refused: ProblemBody | null
}

/** Photo of an unsent item, stored as an ArrayBuffer because some browsers lose stored Blobs. */
export type StoredPhoto = { bytes: ArrayBuffer; type: string }

type Schema = DBSchema & {
  items: { key: number; value: Omit<OutboxItem, 'id'> & { id?: number } }
  photos: { key: string; value: StoredPhoto }
}

const openOutbox = createDatabaseOpener<Schema>(DATABASE, (database) => {
  database.createObjectStore('items', { keyPath: 'id', autoIncrement: true })
  database.createObjectStore('photos')
})

/** Returns all items, oldest first. */
export const readOutbox = async (): Promise<OutboxItem[]> =>
  (await (await openOutbox()).getAll('items')) as OutboxItem[]

/** Merges the changed fields of two edits of the same item. The later edit wins. */
const mergeBodies = (earlier: string | null, later: string | null) =>
  JSON.stringify({ ...(JSON.parse(earlier ?? '{}') as object), ...(JSON.parse(later ?? '{}') as object) })

/**
 * Stores an action. If `isState`, the action replaces the earlier action of the same kind and target, and keeps the
 * earlier `before`. A refused edit stays, because a merge would send its fields with the version of the later edit.
 * @throws DOMException if the disk is full
 */
export async function addToOutbox(item: Omit<OutboxItem, 'id'>): Promise<void> {
  const transaction = (await openOutbox()).transaction('items', 'readwrite')
  const isSame = (other: Omit<OutboxItem, 'id'>) =>
    other.isState &&
    other.user === item.user &&
    other.kind === item.kind &&
    other.thing === item.thing &&
    !(item.kind === 'edit' && other.refused)
  let { before, request } = item
  if (item.isState)
    for (const other of await transaction.store.getAll()) {
      if (!isSame(other) || other.id === undefined) continue
      before = other.before ?? before
      if (item.kind === 'edit') request = { ...request, body: mergeBodies(other.request.body, request.body) }
      await transaction.store.delete(other.id)
    }
  await transaction.store.add({ ...item, before, request })
  await transaction.done
}

/**
 * Stores the photo of an item; call this before storing the item. Returns the photo's key.
 * @throws DOMException if the disk is full
 */
export async function addPhotoToOutbox(file: File): Promise<string> {
  const key = crypto.randomUUID()
  await (await openOutbox()).add('photos', { bytes: await file.arrayBuffer(), type: file.type }, key)
  return key
}

export const readOutboxPhoto = async (key: string): Promise<StoredPhoto | undefined> =>
  (await openOutbox()).get('photos', key)

/** Removes an action and its photo. */
export async function removeFromOutbox({ id, photo }: Pick<OutboxItem, 'id' | 'photo'>): Promise<void> {
  const transaction = (await openOutbox()).transaction(['items', 'photos'], 'readwrite')
  await transaction.objectStore('items').delete(id)
  if (photo) await transaction.objectStore('photos').delete(photo.key)
  await transaction.done
}

/** Changes an action, unless the action was removed. Returns whether the action still exists. */
export async function updateOutboxItem(id: number, change: Partial<OutboxItem>): Promise<boolean> {
  const transaction = (await openOutbox()).transaction('items', 'readwrite')
  const item = await transaction.store.get(id)
  if (item) await transaction.store.put({ ...item, ...change })
  await transaction.done
  return item !== undefined
}
