import { join } from 'node:path'
import { type EmbeddedPostgres, startEmbedded } from '@pawtrait/postgres/embedded.ts'
import { refuseUnfinishedRestore } from '#app/backup/unfinished-restore.ts'
import type { Config } from '#app/config/config.ts'
import { connectionsOf } from '#app/config/connection-shares.ts'

/** Where the embedded PostgreSQL lies. */
export const clusterFolder = (config: Pick<Config, 'dataDir'>): string => join(config.dataDir, 'postgres')

/**
 * Starts the embedded PostgreSQL; undefined when the operator has a server of their own. Loads neither the driver nor
 * a table, so that it can come up while those load.
 * @throws BackupRefused in the data folder of a restore that was cut off
 * @throws DataFolderInUse, CannotStart as `startEmbedded`
 */
export function startCluster(config: Config, say: (line: string) => void): Promise<EmbeddedPostgres> | undefined {
  refuseUnfinishedRestore(config.dataDir)
  if (config.databaseUrl) return undefined
  // Beside the app's own: commands of the operator, and whoever looks at it by hand.
  const most = connectionsOf(config.processes) + 8
  const settings = config.processes > 1 ? { max_connections: String(most) } : {}
  return startEmbedded({ dataDir: clusterFolder(config), log: say, settings })
}
