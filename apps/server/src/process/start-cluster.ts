import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '@pawtrait/postgres/embedded.ts'
import { refuseUnfinishedRestore } from '#app/backup/unfinished-restore.ts'
import type { Config } from '#app/config/config.ts'
import { computeTotalConnections } from '#app/config/database-connections.ts'

export const getClusterFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'postgres')

/**
 * Starts the embedded PostgreSQL. Returns undefined with an external database. This file imports no database code, so
 * that PostgreSQL starts while that code loads. `patienceMs`: time to wait until another process releases the folder.
 * Commands pass 0, because an app that uses the folder usually keeps running.
 * @throws BackupError in a folder with an unfinished restore
 * @throws DataFolderInUse, CannotStart like `startEmbedded`
 */
export function startCluster(
  config: Config,
  say: (line: string) => void,
  options: { patienceMs?: number } = {},
): Promise<EmbeddedPostgres> | undefined {
  refuseUnfinishedRestore(config.dataDir)
  if (config.databaseUrl) return undefined
  // Reserves eight connections for commands and for manual access.
  const maxConnections = computeTotalConnections(config.processes) + 8
  const settings = config.processes > 1 ? { max_connections: String(maxConnections) } : {}
  return startEmbedded({ dataDir: getClusterFolder(config), log: say, settings, ...options })
}
