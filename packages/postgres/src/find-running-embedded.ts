import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { readPasswords } from './access.ts'
import { createConnectionFactory, type EmbeddedPostgres } from './embedded.ts'
import { readPidFile } from './orphaned-processes.ts'

/**
 * Returns connection options for the PostgreSQL that a running app has started on this folder. Returns undefined unless
 * `postmaster.pid` says that the server is ready. Does not connect, so a file left by a crash also counts as ready.
 */
export function findRunningEmbedded(
  dataDir: string,
  database = 'pawtrait',
): EmbeddedPostgres['connection'] | undefined {
  const cluster = join(realpathSync(dataDir), 'cluster')
  const found = readPidFile(cluster)
  return found?.isReady ? createConnectionFactory(found.socketFolder, database, readPasswords(cluster)) : undefined
}
