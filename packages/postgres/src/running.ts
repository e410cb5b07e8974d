import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedPostgres } from './embedded.ts'
import { readPidFile } from './leftovers.ts'
import { APP, OWNER } from './make-cluster.ts'
import { PORT } from './settings.ts'

/**
 * How to connect to the PostgreSQL that another process runs on this folder; undefined while none is ready.
 * For commands beside a running app.
 */
export function runningEmbedded(dataDir: string, database = 'pawtrait'): EmbeddedPostgres['connection'] | undefined {
  const found = readPidFile(join(realpathSync(dataDir), 'cluster'))
  if (!found?.isReady) return undefined
  const { socketFolder: host } = found
  return (role, name = database) => ({ host, port: PORT, user: role === 'owner' ? OWNER : APP, database: name })
}
