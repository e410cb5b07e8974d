import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'

/**
 * Returns a function that opens an IndexedDB database once and shares the connection. The connection closes when
 * another tab deletes the database, as a log-out does, or needs a later version. `createStores` creates the object
 * stores that version `oldVersion` lacks; a new database has version 0.
 * @throws DOMException if the browser refuses storage, or after a log-out: opening would create the deleted database
 */
export function createDatabaseOpener<Schema extends DBSchema>(
  name: string,
  createStores: (database: IDBPDatabase<Schema>, oldVersion: number) => void,
  version = 1,
): () => Promise<IDBPDatabase<Schema>> {
  let connection: Promise<IDBPDatabase<Schema>> | undefined
  const forgetConnection = () => (connection = undefined)
  const close = (_from: number, _to: number | null, event: IDBVersionChangeEvent) => {
    ;(event.target as IDBDatabase).close()
    forgetConnection()
  }
  return async () => {
    if (hasStoppedStoringUserData()) throw new DOMException('The user has logged out.', 'AbortError')
    connection ??= openDB<Schema>(name, version, {
      upgrade: createStores,
      blocking: close,
      terminated: forgetConnection,
    })
    connection.catch(forgetConnection)
    return connection
  }
}
