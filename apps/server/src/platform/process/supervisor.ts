import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { metricsGatherer } from '#platform/monitoring/gather-metrics.ts'
import type { Log } from '#platform/monitoring/log.ts'

/** Told to a process: it makes itself ready by what it was given, and answers only from then on. */
export const ANSWER = 'answer'

/** Said by a process once it answers. */
export const READY = 'ready'

// A process that dies again as soon as it answers waits longer each time, and longest when it does not even come to
// answer; one that stood begins anew.
const BACKOFF_MS = [0, 200, 1_000]
const UNSTARTED_MS = 5_000
const STEADY_MS = 2_000
// When the one that stands by ended: nobody waits for the next.
const STANDS_AGAIN_MS = 5_000

export type Processes = {
  /** What each process runs. It says `READY` when it answers, after `ANSWER`, and ends when it is cut off from here. */
  file: URL
  count: number
  /** Told to each first. */
  given: object
  /** A message of one that the others should hear too. */
  isForAll: (message: unknown) => boolean
  log: Log
}

const howEnded = ({ pid, exitCode, signalCode }: ChildProcess) => `Process ${pid} ended with ${signalCode ?? exitCode}`
const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

type Begun = { child: ChildProcess; ready: Promise<ChildProcess> }

/** The processes that run, and how another begins; `ready` rejects when it ends before, or there is no room for it. */
function pool({ file, given, isForAll }: Processes) {
  const running = new Set<ChildProcess>()
  const metrics = metricsGatherer()
  const begin = (): Begun => {
    const child = fork(file, { serialization: 'advanced' })
    running.add(child)
    const ready = Promise.withResolvers<ChildProcess>()
    child.on('message', (message) => {
      if (message === READY) ready.resolve(child)
      metrics.hear(message, child, running)
      if (isForAll(message)) for (const other of running) if (other !== child) tell(other, message)
    })
    const end = (error: Error) => {
      running.delete(child)
      metrics.end(child)
      ready.reject(error)
    }
    child.once('exit', () => end(new Error(`${howEnded(child)} before it answered.`)))
    // The system had no room for one more: it is tried again like one that ended.
    child.on('error', (error) => child.pid === undefined && end(error))
    tell(child, given)
    return { child, ready: ready.promise }
  }
  return { running, begin }
}

/** Starts processes; one more makes itself ready and stands by, so that it answers at once where another ended. */
function starter({ begin }: Pick<ReturnType<typeof pool>, 'begin'>, log: Log, stopping: AbortSignal) {
  let standing: Begun | undefined
  const standBy = () => {
    if (standing || stopping.aborted) return
    const begun = begin()
    standing = begun
    begun.ready.catch(async (error: unknown) => {
      if (standing !== begun || stopping.aborted) return
      standing = undefined
      log.error('process', error)
      await sleep(STANDS_AGAIN_MS, undefined, { signal: stopping, ref: false }).catch(() => {})
      standBy()
    })
  }
  /** @throws Error when it ended before it answered, or there was no room for it. */
  const start = () => {
    const { child, ready } = standing ?? begin()
    standing = undefined
    tell(child, ANSWER)
    return ready
  }
  return { start, standBy }
}

// One that is just ending, or could not be started, does not hear it; its exit or its error is heard here.
const tell = (child: ChildProcess, message: unknown) => {
  if (child.connected) child.send(message as object, () => {})
}

type Starter = ReturnType<typeof starter>

/** Whenever a process ends another is started, until all are told to stop. */
async function replaceWhenEnded(first: ChildProcess, { start, standBy }: Starter, log: Log, stopping: AbortSignal) {
  let child: ChildProcess | undefined = first
  for (let tries = 0; !stopping.aborted; tries++) {
    const since = performance.now()
    if (child) {
      if (!hasEnded(child)) await once(child, 'exit')
      if (stopping.aborted) return
      log.error('process', new Error(`${howEnded(child)}.`))
    }
    if (performance.now() - since > STEADY_MS) tries = 0
    const waitMs = BACKOFF_MS[tries] ?? (child ? BACKOFF_MS.at(-1) : UNSTARTED_MS)
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return
    child = await start().catch((error: unknown) => {
      if (!stopping.aborted) log.error('process', error)
      return undefined
    })
    if (child) standBy()
  }
}

/**
 * The supervisor: keeps several processes running. Gives how to end them in order.
 * @throws Error when one does not start; none is left then
 */
export async function superviseProcesses(processes: Processes): Promise<() => Promise<void>> {
  const all = pool(processes)
  const stopping = new AbortController()
  const starts = starter(all, processes.log, stopping.signal)
  const stop = async () => {
    stopping.abort()
    await Promise.all(
      [...all.running].map(async (child) => {
        const ended = once(child, 'exit')
        child.kill('SIGTERM')
        await ended
      }),
    )
  }
  try {
    const started = await Promise.all(Array.from({ length: processes.count }, starts.start))
    for (const first of started) void replaceWhenEnded(first, starts, processes.log, stopping.signal)
    starts.standBy()
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
