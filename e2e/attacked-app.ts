/** The app as `npm start` runs it, but that three failures are an attack; for the journey of one. */
import { mkdirSync } from 'node:fs'
import { checkStart } from '../apps/server/src/check-start.ts'
import { exitInOrder, exitUnstarted } from '../apps/server/src/exit-in-order.ts'
import { openSecrets } from '../apps/server/src/platform/secrets.ts'
import { postgresLog } from '../apps/server/src/postgres-log.ts'
import { processLog } from '../apps/server/src/process-log.ts'
import { runApp } from '../apps/server/src/run-app.ts'
import { startCluster } from '../apps/server/src/start-cluster.ts'

const log = processLog()
const { began } = exitInOrder(log)

async function main() {
  const config = { ...(await checkStart(process.env)), suspicion: { failures: 3, signUps: 2 } }
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const secrets = await openSecrets(config)
  const starting = startCluster(config, postgresLog(log))
  began(await runApp(config, { secrets, log, starting }))
  process.stdout.write(`Pawtrait is ready: ${config.publicUrl}\n`)
}

main().catch(exitUnstarted)
