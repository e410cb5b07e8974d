/** One of several processes of the app: told by the supervisor what to answer from, when, and that it has to go. */
import './quick-resolve.ts'
import { joinMetrics } from '#platform/monitoring/gather-metrics.ts'
import { shareCores } from '#platform/process/cores.ts'
import { ANSWER, READY } from '#platform/process/supervisor.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { exitInOrder, exitUnstarted } from './exit-in-order.ts'
import { processLog } from './process-log.ts'
import type { Given } from './supervise.ts'

const log = processLog()
const { began } = exitInOrder(log, { isSupervised: true })

// As `ps` shows them.
const title = (does: string) => {
  process.title = `pawtrait (${does})`
}

async function begin({ config, connection }: Given) {
  shareCores(config.processes)
  const secrets = await openSecrets(config)
  const { prepareProcess } = await import('./run-process.ts')
  const { answer, close } = await prepareProcess(config, { secrets, log, connection })
  began(close)
  title('stands by')
  await told.promise
  await answer()
  title('answers')
  process.send?.(READY)
}

// Its supervisor is gone, and with it what there is once.
process.once('disconnect', () => process.exit(1))
const told = Promise.withResolvers<void>()
joinMetrics(process)
process.on('message', (message) => message === ANSWER && told.resolve())
process.once('message', (given: Given) => void begin(given).catch(exitUnstarted))
