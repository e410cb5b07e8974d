/**
 * Returns the records of an IndexedDB object store; none if the database does not exist. Never creates the database.
 * Rejects when IndexedDB fails. Imports no code of drafts or outbox, so that pages with a log-out stay small.
 */
export function readObjectStore<Stored>(name: string, store: string): Promise<Stored[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(name)
    let isNew = false
    opening.addEventListener('upgradeneeded', () => {
      isNew = true
      opening.transaction?.abort()
    })
    opening.addEventListener('error', () => (isNew ? resolve([]) : reject(new Error('IndexedDB failed.'))))
    opening.addEventListener('success', () => {
      const database = opening.result
      const request = database.transaction(store).objectStore(store).getAll()
      // The cast is safe, because only one module stores records in this object store.
      request.addEventListener('success', () => resolve(request.result as Stored[]))
      request.addEventListener('error', () => reject(new Error('IndexedDB failed.')))
      database.close() // the database closes only after pending transactions
    })
  })
}
