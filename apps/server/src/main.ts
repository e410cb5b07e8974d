import { mkdirSync } from 'node:fs'
import { releaseName } from '#platform/process/release.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import type { Config } from './config/config.ts'
import { checkStart } from './process/check-start.ts'
import { exitAfterFailedStart, installExitHandlers } from './process/graceful-exit.ts'
import { createPostgresLog } from './process/postgres-log.ts'
import { createProcessLog } from './process/process-log.ts'
import { startCluster } from './process/start-cluster.ts'

const log = createProcessLog()
const { began, closeBecause } = installExitHandlers(log)

async function start(config: Config) {
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = await openSecrets(config)
  const starting = startCluster(config, createPostgresLog(log))
  starting?.catch(() => {}) // avoids an unhandled rejection; a later await reports the error
  // Loads the app while PostgreSQL starts. Each of the two takes a quarter of a second on one core.
  if (config.processes === 1) {
    const { runApp } = await import('./process/run-app.ts')
    return runApp(config, { secrets, log, starting })
  }
  const { superviseApp } = await import('./process/supervise-app.ts')
  return superviseApp(config, { secrets, log, starting })
}

async function main() {
  const config = await checkStart(process.env)
  began(await start(config))
  process.stdout.write(`Pawtrait is ready: ${config.publicUrl} (release ${releaseName})\n`)
}

main().catch(exitAfterFailedStart)

export { closeBecause }
