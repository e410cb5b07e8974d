import { TestCluster } from '@pawtrait/postgres/test-cluster.ts'
import { sql } from 'drizzle-orm'
import { inject } from 'vitest'
import type { Connection, Database } from '#platform/database/db.ts'

const formatConnectionUrl = (connection: Connection) => {
  if (typeof connection === 'string') return connection
  const { host, port, user = '', password = '', database = '' } = connection
  return `postgres://${user}:${password}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
}

/** Returns the environment of an operator's command for this server, with its data folder and database. */
export async function operatorEnvironment({ dataDir, deps }: { dataDir: string; deps: { database: Database } }) {
  const name = (await deps.database.row<{ name: string }>(sql`select current_database() as name`))?.name
  const cluster = TestCluster.at(inject('cluster'))
  return {
    DATA_DIR: dataDir,
    DATABASE_URL: formatConnectionUrl(cluster.connection('app', name)),
    MIGRATION_DATABASE_URL: formatConnectionUrl(cluster.connection('owner', name)),
  }
}
