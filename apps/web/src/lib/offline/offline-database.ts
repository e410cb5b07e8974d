import type { UserId } from '@pawtrait/contract/ids.ts'
import type { DehydratedState } from '@tanstack/react-query'
import { type DBSchema, deleteDB } from 'idb'
import { createDatabaseOpener } from '#lib/shared-database.ts'
import { closeNotifications } from './close-notifications.ts'
import { PHOTOS_CACHE } from './photo-cache-key.ts'

// @NOTE local-sign-out.ts contains the same database name.
const DATABASE = 'pawtrait-offline'

/** Names of the parts of the app that store content for offline use. */
export type StoredAppSection = 'viewer' | 'feed' | 'notifications' | 'profile'

/** Latest content of a part of the app, dehydrated by TanStack Query. */
export type StoredPage = {
  part: StoredAppSection
  user: UserId
  /** Time at which the response arrived, in milliseconds of the device's clock. */
  at: number
  queries: DehydratedState
}

type Schema = DBSchema & {
  pages: { key: StoredAppSection; value: StoredPage }
  /** Time of the viewer's last block, hide, mute or deletion. Pages opened earlier must not store their content. */
  limits: { key: 'since'; value: number }
  /** Photos that the user has shared with the installed app, until the page Create reads them. */
  shared: { key: 'files'; value: File[] }
}

/** Opens the database that pages and service worker use. @throws DOMException if the browser refuses storage */
export const openOfflineDatabase = createDatabaseOpener<Schema>(DATABASE, (database) => {
  database.createObjectStore('pages', { keyPath: 'part' })
  database.createObjectStore('limits')
  database.createObjectStore('shared')
})

/** Returns the stored content of a user; empty if there is none. */
export async function readStoredPages(user: UserId): Promise<StoredPage[]> {
  const all = await openOfflineDatabase()
    .then((database) => database.getAll('pages'))
    .catch((): StoredPage[] => []) // A damaged database must not prevent the start of the app.
  return all.filter((page) => page.user === user)
}

// Time of the oldest content in this page's cache, in milliseconds of the device's clock.
let contentFrom = performance.timeOrigin

/**
 * Stores the content of a user, and deletes the content of all other users. Returns false without storing if another
 * tab has called `dropStoredPages` since this page was opened, or if `isOver` returns true.
 */
export async function writeStoredPages(
  user: UserId,
  pages: readonly StoredPage[],
  isOver: () => boolean,
): Promise<boolean> {
  const transaction = (await openOfflineDatabase()).transaction(['pages', 'limits'], 'readwrite')
  const [store, limits] = [transaction.objectStore('pages'), transaction.objectStore('limits')]
  const since = (await limits.get('since')) ?? 0
  if (since > contentFrom || isOver()) return transaction.done.then(() => false)
  for (const old of await store.getAll()) if (old.user !== user) await store.delete(old.part)
  for (const page of pages) {
    const old = await store.get(page.part)
    if (page.at >= (old?.at ?? 0)) await store.put(page)
  }
  await transaction.done
  return true
}

/**
 * Deletes stored content and photos after the viewer has blocked, hidden, muted or deleted something. Other tabs that
 * are already open store nothing until a reload. `now`: the device's time in milliseconds.
 */
export async function dropStoredPages(now: number): Promise<void> {
  contentFrom = now
  const transaction = (await openOfflineDatabase()).transaction(['pages', 'limits'], 'readwrite')
  await transaction.objectStore('limits').put(now, 'since')
  for (const part of ['feed', 'notifications', 'profile'] as const) await transaction.objectStore('pages').delete(part)
  await transaction.done
  await caches.delete(PHOTOS_CACHE)
}

/** Deletes all stored data of the user after the end of the session. */
export async function deleteOfflineData(): Promise<void> {
  await deleteDB(DATABASE)
  await caches.delete(PHOTOS_CACHE)
  await closeNotifications()
}

/** Stores the photos that another app has shared, in place of earlier ones. An empty share changes nothing. */
export async function storeSharedFiles(files: File[]): Promise<void> {
  if (files.length > 0) await (await openOfflineDatabase()).put('shared', files, 'files')
}

/** Returns the photos that another app shared last; empty if there are none. */
export const readSharedFiles = async (): Promise<File[]> =>
  (await (await openOfflineDatabase()).get('shared', 'files')) ?? []

export const deleteSharedFiles = async (): Promise<void> => (await openOfflineDatabase()).delete('shared', 'files')
