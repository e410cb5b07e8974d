import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#app/config/config.ts'
import { getClusterFolder } from '#app/process/start-cluster.ts'
import { releaseName } from '#platform/process/release.ts'
import { BadConfig } from '#platform/settings.ts'

function describeDatabase({ databaseUrl }: Config): string {
  if (!databaseUrl) return 'embedded PostgreSQL'
  // The URL parser requires a host, but a PostgreSQL URL may omit it (Unix socket), so the code inserts one.
  const url = URL.parse(databaseUrl.replace('@/', '@localhost/'))
  if (!url) return 'PostgreSQL of DATABASE_URL'
  return `database ${url.pathname.slice(1)} on ${url.searchParams.get('host') ?? url.host}`
}

/** Returns a line that names the instance, without its database password. */
export const describeInstance = (config: Config): string =>
  `Instance: ${config.publicUrl}, data in ${config.dataDir}, ${describeDatabase(config)}. Release ${releaseName}.`

/** Refuses a command that would create an empty data folder or embedded database. @throws BadConfig */
export function requireInstance(config: Config): void {
  const folder = config.databaseUrl ? config.dataDir : join(getClusterFolder(config), 'cluster')
  if (existsSync(folder)) return
  throw new BadConfig(
    `There is no instance in ${config.dataDir}: set DATA_DIR and the app's other settings, or run deploy/pawtrait, ` +
      'which reads them from /etc/pawtrait/env.',
  )
}
