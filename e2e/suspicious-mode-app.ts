/** Runs the app as `npm start` does, but suspicious mode starts after three failed log-ins or two sign-ups. */
import { mkdirSync } from 'node:fs'
import { openSecrets } from '../apps/server/src/platform/security/secrets.ts'
import { checkStart } from '../apps/server/src/process/check-start.ts'
import { exitAfterFailedStart, installExitHandlers } from '../apps/server/src/process/graceful-exit.ts'
import { createPostgresLog } from '../apps/server/src/process/postgres-log.ts'
import { createProcessLog } from '../apps/server/src/process/process-log.ts'
import { runApp } from '../apps/server/src/process/run-app.ts'
import { startCluster } from '../apps/server/src/process/start-cluster.ts'

const log = createProcessLog()
const { began } = installExitHandlers(log)

async function main() {
  const config = { ...(await checkStart(process.env)), suspicion: { failures: 3, signUps: 2 } }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = await openSecrets(config)
  const starting = startCluster(config, createPostgresLog(log))
  began(await runApp(config, { secrets, log, starting }))
  process.stdout.write(`Pawtrait is ready: ${config.publicUrl}\n`)
}

main().catch(exitAfterFailedStart)
