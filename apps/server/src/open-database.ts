import type { EmbeddedPostgres } from '@pawtrait/postgres/embedded.ts'
import { DataFolderInUse } from '@pawtrait/postgres/failures.ts'
import { runningEmbedded } from '@pawtrait/postgres/running.ts'
import { onOwnClient } from '#platform/connection-pool.ts'
import type { Connection } from '#platform/db.ts'
import { migrate } from '#platform/migrate.ts'
import type { Config } from './config.ts'
import { clusterFolder, startCluster } from './start-cluster.ts'

export type OpenDatabase = { connection: Connection; stop: () => Promise<void> }

/** `isShared` with an app that runs. */
type ReachedDatabase = OpenDatabase & { isShared: boolean }

/**
 * Where the tables are, brought up to date: the operator's server, or the embedded one below the data folder, which may
 * be on its way up.
 * @throws DataFolderInUse, CannotStart, DatabaseGone, SchemaTooNew
 */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  starting: Promise<EmbeddedPostgres> | undefined = startCluster(config, say),
): Promise<OpenDatabase> {
  const embedded = await starting
  if (!embedded) {
    const owner = config.migrationDatabaseUrl || config.databaseUrl
    const role = await runtimeRole(owner, config.databaseUrl)
    await migrate(owner, role, { where: 'The database of DATABASE_URL' })
    return { connection: config.databaseUrl, stop: async () => {} }
  }
  try {
    const { user } = embedded.connection('app')
    await migrate(embedded.connection('owner'), user, { where: `The data folder ${config.dataDir}` })
    return { connection: embedded.connection('app'), stop: () => embedded.stop() }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Whoever the app is at run time, where that is somebody else than the owner: they need rights to the rows. */
async function runtimeRole(owner: string, runtime: string): Promise<string | undefined> {
  if (owner === runtime) return undefined
  const asked = await onOwnClient(runtime, (client) => client.query<{ name: string }>('select current_user as name'))
  return asked.rows[0]?.name
}

/** The same for a command, which may run beside the app: then the app's PostgreSQL is used and left running. */
export async function reachDatabase(config: Config): Promise<ReachedDatabase> {
  try {
    return { ...(await openDatabase(config, () => {})), isShared: false }
  } catch (error) {
    const running = error instanceof DataFolderInUse ? runningEmbedded(clusterFolder(config)) : undefined
    if (!running) throw error
    return { connection: running('app'), stop: async () => {}, isShared: true }
  }
}
