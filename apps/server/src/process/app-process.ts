/** Entry point of an app process. The supervisor sends the settings first, and later the message to start serving. */
import './import-cache.ts'
import { connectMetricsToSupervisor } from '#platform/monitoring/gather-metrics.ts'
import { divideCores } from '#platform/process/cores.ts'
import { READY_MESSAGE, SERVE_MESSAGE } from '#platform/process/supervisor.ts'
import { openSecrets } from '#platform/security/secrets.ts'
import { exitAfterFailedStart, installExitHandlers } from './graceful-exit.ts'
import { createProcessLog } from './process-log.ts'
import type { ProcessOptions } from './supervise-app.ts'

const log = createProcessLog()
const { began } = installExitHandlers(log, { isSupervised: true })

const setTitle = (activity: string) => {
  process.title = `pawtrait (${activity})`
}

async function start({ config, connection }: ProcessOptions) {
  divideCores(config.processes)
  const secrets = await openSecrets(config)
  const { prepareProcess } = await import('./run-process.ts')
  const { answer, close } = await prepareProcess(config, { secrets, log, connection })
  began(close)
  setTitle('standby')
  await serveSignal.promise
  await answer()
  setTitle('answers')
  process.send?.(READY_MESSAGE)
}

// Ends this process when the supervisor has ended.
process.once('disconnect', () => process.exit(1))
const serveSignal = Promise.withResolvers<void>()
connectMetricsToSupervisor(process)
process.on('message', (message) => message === SERVE_MESSAGE && serveSignal.resolve())
process.once('message', (options: ProcessOptions) => void start(options).catch(exitAfterFailedStart))
