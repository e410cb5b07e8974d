import { getPageViewer } from '#lib/server/page-viewer.ts'

/** The parts of an outbox item that the log-out needs. */
export type QueuedAction = { id: number; user: string; photo: { key: string } | null }

/**
 * Deletes the viewer's queued actions and their photos. `all` contains the queued actions of every account.
 * Returns false without deleting anything if no other account has queued actions: the caller deletes the database.
 */
export async function deleteQueuedActions(all: readonly QueuedAction[]): Promise<boolean> {
  const own = all.filter(({ user }) => user === getPageViewer())
  if (own.length === all.length) return false
  await new Promise<void>((resolve) => {
    const opening = indexedDB.open('pawtrait-outbox')
    opening.addEventListener('error', () => resolve())
    opening.addEventListener('success', () => {
      const transaction = opening.result.transaction(['items', 'photos'], 'readwrite')
      for (const { id, photo } of own) {
        transaction.objectStore('items').delete(id)
        if (photo) transaction.objectStore('photos').delete(photo.key)
      }
      for (const type of ['complete', 'abort']) transaction.addEventListener(type, () => resolve())
      opening.result.close() // takes effect after the transaction
    })
  })
  return true
}
