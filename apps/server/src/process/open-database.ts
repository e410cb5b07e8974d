import type { EmbeddedPostgres } from '@pawtrait/postgres/embedded.ts'
import { DataFolderInUse } from '@pawtrait/postgres/errors.ts'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import type { Config } from '#app/config/config.ts'
import { withDedicatedClient } from '#platform/database/connection-pool.ts'
import type { Connection } from '#platform/database/db.ts'
import { foldsUnicodeCase, letterCaseHint } from '#platform/database/letter-case.ts'
import { refuseEmptyDatabase, refuseOtherSchema } from '#platform/database/schema-version.ts'
import { getClusterFolder, startCluster } from './start-cluster.ts'

export type OpenedDatabase = { connection: Connection; stop: () => Promise<void> }

/** An open database. `isShared` is true if it is embedded and a running app uses it too. */
type ReachedDatabase = OpenedDatabase & { isShared: boolean }

/**
 * `create` creates or migrates tables. `update` migrates existing tables. `read` changes nothing, and refuses a schema
 * that is older or incompatible.
 */
export type TableAccess = 'create' | 'update' | 'read'

type Tables = { owner: Connection; runtimeRole: () => Promise<string | undefined>; where: string }

const describeLocation = ({ databaseUrl, dataDir }: Config) =>
  databaseUrl ? 'The database of DATABASE_URL' : `The data folder ${dataDir}`

async function prepareTables({ owner, runtimeRole, where }: Tables, access: TableAccess) {
  if (access === 'read') return refuseOtherSchema(owner, where)
  if (access === 'update') await refuseEmptyDatabase(owner, where)
  const { migrate } = await import('#platform/database/migrate.ts')
  await migrate(owner, await runtimeRole(), { where })
}

/**
 * Opens the operator's database or the embedded database. Migrates it if `access` permits.
 * @throws DataFolderInUse, CannotStart, DatabaseUnavailable, SchemaTooNew; SchemaTooOld for `read`; BadConfig if there
 * are no tables, for `read` and `update`
 */
export async function openDatabase(
  config: Config,
  say: (line: string) => void,
  starting: Promise<EmbeddedPostgres> | undefined = startCluster(config, say),
  access: TableAccess = 'create',
): Promise<OpenedDatabase> {
  const embedded = await starting
  const where = describeLocation(config)
  if (!embedded) {
    const owner = config.migrationDatabaseUrl || config.databaseUrl
    await prepareTables({ owner, runtimeRole: () => runtimeRole(owner, config.databaseUrl), where }, access)
    if (!(await foldsUnicodeCase(config.databaseUrl))) say(`The database ${letterCaseHint}`)
    return { connection: config.databaseUrl, stop: async () => {} }
  }
  try {
    const { user } = embedded.connection('app')
    await prepareTables({ owner: embedded.connection('owner'), runtimeRole: async () => user, where }, access)
    return { connection: embedded.connection('app'), stop: () => embedded.stop() }
  } catch (error) {
    await embedded.stop()
    throw error
  }
}

/** Returns the app's database role, which needs grants. Undefined if the app connects as the owner of the tables. */
async function runtimeRole(owner: string, runtime: string): Promise<string | undefined> {
  if (owner === runtime) return undefined
  const result = await withDedicatedClient(runtime, (client) =>
    client.query<{ name: string }>('select current_user as name'),
  )
  return result.rows[0]?.name
}

/** Opens the database for a command. Shares an embedded database with a running app, and then does not migrate it. */
export async function openDatabaseForCommand(config: Config, access: TableAccess): Promise<ReachedDatabase> {
  try {
    const starting = startCluster(config, () => {}, { patienceMs: 0 })
    return { ...(await openDatabase(config, () => {}, starting, access)), isShared: false }
  } catch (error) {
    const running = error instanceof DataFolderInUse ? findRunningEmbedded(getClusterFolder(config)) : undefined
    if (!running) throw error
    await refuseOtherSchema(running('owner'), describeLocation(config))
    return { connection: running('app'), stop: async () => {}, isShared: true }
  }
}
