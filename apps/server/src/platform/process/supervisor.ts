import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createMetricsGatherer } from '#platform/monitoring/gather-metrics.ts'
import type { Log } from '#platform/monitoring/log.ts'

/** Message that tells a prepared process to start serving. */
export const SERVE_MESSAGE = 'answer'

/** Message that a process sends when it has started serving. */
export const READY_MESSAGE = 'ready'

// Delays of the first three restarts in a row. Later restarts have the last delay, or `UNSTARTED_MS` after a failed
// start.
const BACKOFF_MS = [0, 200, 1_000]
const UNSTARTED_MS = 5_000
const STEADY_MS = 2_000
// Delay before a new standby process, after the last standby has ended.
const STANDBY_RETRY_MS = 5_000

export type SupervisorOptions = {
  /** Program that serves after `SERVE_MESSAGE`, sends `READY_MESSAGE`, and ends when its IPC channel closes. */
  file: URL
  count: number
  startMessage: object
  /** Returns true for messages that are forwarded to all other processes. */
  isForAll: (message: unknown) => boolean
  log: Log
}

const exitDescription = ({ pid, exitCode, signalCode }: ChildProcess) =>
  `Process ${pid} ended with ${signalCode ?? exitCode}`
const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

type StartedProcess = { child: ChildProcess; ready: Promise<ChildProcess> }

/** Pool of running processes. `ready` rejects if a process cannot start, or ends before it is ready. */
function createProcessPool({ file, startMessage, isForAll }: SupervisorOptions) {
  const running = new Set<ChildProcess>()
  const metrics = createMetricsGatherer()
  const startProcess = (): StartedProcess => {
    const child = fork(file, { serialization: 'advanced' })
    running.add(child)
    const ready = Promise.withResolvers<ChildProcess>()
    child.on('message', (message) => {
      if (message === READY_MESSAGE) ready.resolve(child)
      metrics.handleMessage(message, child, running)
      if (isForAll(message)) for (const other of running) if (other !== child) sendMessage(other, message)
    })
    const end = (error: Error) => {
      running.delete(child)
      metrics.end(child)
      ready.reject(error)
    }
    child.once('exit', () => end(new Error(`${exitDescription(child)} before it answered.`)))
    // A process without a pid could not start. It counts as ended, so the supervisor starts it again.
    child.on('error', (error) => child.pid === undefined && end(error))
    sendMessage(child, startMessage)
    return { child, ready: ready.promise }
  }
  return { running, startProcess }
}

/** Starts processes, and a standby process. When a process ends, the standby replaces it. */
function createStarter(
  { startProcess }: Pick<ReturnType<typeof createProcessPool>, 'startProcess'>,
  log: Log,
  stopping: AbortSignal,
) {
  let standby: StartedProcess | undefined
  const prepareStandby = () => {
    if (standby || stopping.aborted) return
    const startedProcess = startProcess()
    standby = startedProcess
    startedProcess.ready.catch(async (error: unknown) => {
      if (standby !== startedProcess || stopping.aborted) return
      standby = undefined
      log.error('process', error)
      await sleep(STANDBY_RETRY_MS, undefined, { signal: stopping, ref: false }).catch(() => {})
      prepareStandby()
    })
  }
  // Makes the standby serve, or starts a process. @throws Error when the process ends before it is ready
  const start = () => {
    const { child, ready } = standby ?? startProcess()
    standby = undefined
    sendMessage(child, SERVE_MESSAGE)
    return ready
  }
  return { start, prepareStandby }
}

// Ignores errors of processes that end. Their 'exit' or 'error' event is handled elsewhere.
const sendMessage = (child: ChildProcess, message: unknown) => {
  if (child.connected) child.send(message as object, () => {})
}

type Starter = ReturnType<typeof createStarter>

async function replaceWhenEnded(
  first: ChildProcess,
  { start, prepareStandby }: Starter,
  log: Log,
  stopping: AbortSignal,
) {
  let child: ChildProcess | undefined = first
  for (let tries = 0; !stopping.aborted; tries++) {
    const since = performance.now()
    if (child) {
      if (!hasEnded(child)) await once(child, 'exit')
      if (stopping.aborted) return
      log.error('process', new Error(`${exitDescription(child)}.`))
    }
    if (performance.now() - since > STEADY_MS) tries = 0
    const waitMs = BACKOFF_MS[tries] ?? (child ? BACKOFF_MS.at(-1) : UNSTARTED_MS)
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return
    child = await start().catch((error: unknown) => {
      if (!stopping.aborted) log.error('process', error)
      return undefined
    })
    if (child) prepareStandby()
  }
}

/**
 * Starts processes, and restarts a process when it ends. Returns a function that stops all processes.
 * @throws Error when a process does not start, after stopping all processes
 */
export async function superviseProcesses(processes: SupervisorOptions): Promise<() => Promise<void>> {
  const processPool = createProcessPool(processes)
  const stopping = new AbortController()
  const launcher = createStarter(processPool, processes.log, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await Promise.all(
      [...processPool.running].map(async (child) => {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }),
    )
  }
  try {
    const started = await Promise.all(Array.from({ length: processes.count }, launcher.start))
    for (const first of started) void replaceWhenEnded(first, launcher, processes.log, stopping.signal)
    launcher.prepareStandby()
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
