import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readPasswords } from './access.ts'
import { type EmbeddedPostgres, socketConnections } from './embedded.ts'
import { readPidFile } from './leftovers.ts'

/**
 * Returns connections to the PostgreSQL that another process runs on this folder, for commands beside a running app.
 * Undefined while none is ready.
 */
export function runningEmbedded(dataDir: string, database = 'pawtrait'): EmbeddedPostgres['connection'] | undefined {
  const cluster = join(realpathSync(dataDir), 'cluster')
  const found = readPidFile(cluster)
  return found?.isReady ? socketConnections(found.socketFolder, database, readPasswords(cluster)) : undefined
}
