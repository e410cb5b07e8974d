/** One of several processes of the app: told by the supervisor what to answer from, and that it has to go. */
import './quick-resolve.ts'
import { systemClock } from '#platform/clock.ts'
import { shareCores } from '#platform/cores.ts'
import { lineLog } from '#platform/log.ts'
import { openSecrets } from '#platform/secrets.ts'
import { READY } from '#platform/supervisor.ts'
import { exitInOrder, exitUnstarted } from './exit-in-order.ts'
import type { Given } from './supervise.ts'

const log = lineLog((line) => process.stderr.write(line), systemClock.now)
const { began } = exitInOrder(log, { isSupervised: true })

async function begin({ config, connection }: Given) {
  shareCores(config.processes)
  const secrets = await openSecrets(config)
  const { runProcess } = await import('./run-process.ts')
  began(await runProcess(config, { secrets, log, connection }))
  process.send?.(READY)
}

// Its supervisor is gone, and with it what there is once.
process.once('disconnect', () => process.exit(1))
process.once('message', (given: Given) => void begin(given).catch(exitUnstarted))
