import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'

/** Said by a process once it answers. */
export const READY = 'ready'

// A process that dies again as soon as it is there waits longer each time; one that stood begins anew.
const BACKOFF_MS = [0, 200, 1_000, 5_000]
const STEADY_MS = 10_000

export type Processes = {
  /** What each process runs. It says `READY` when it answers, and ends when it is cut off from here. */
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

/** The processes that run, and how another is started. */
function pool({ file, given, isForAll }: Processes) {
  const running = new Set<ChildProcess>()
  /** @throws Error when it ended before it answered, or there was no room for it. */
  const start = () => {
    const child = fork(file, { serialization: 'advanced' })
    running.add(child)
    const ready = Promise.withResolvers<ChildProcess>()
    child.on('message', (message) => {
      if (message === READY) ready.resolve(child)
      if (isForAll(message)) for (const other of running) if (other !== child) tell(other, message)
    })
    const end = (error: Error) => {
      running.delete(child)
      ready.reject(error)
    }
    child.once('exit', () => end(new Error(`${howEnded(child)} before it answered.`)))
    // The system had no room for one more: it is tried again like one that ended.
    child.on('error', (error) => child.pid === undefined && end(error))
    tell(child, given)
    return ready.promise
  }
  return { running, start }
}

// One that is just ending does not hear it; its exit is heard here.
const tell = (child: ChildProcess, message: unknown) => {
  child.send(message as object, () => {})
}

type Pool = ReturnType<typeof pool>

/** Whenever a process ends another is started, until all are told to stop. */
async function replaceWhenEnded(first: ChildProcess, { start }: Pool, log: Log, stopping: AbortSignal) {
  let child: ChildProcess | undefined = first
  for (let tries = 0; !stopping.aborted; tries++) {
    const since = performance.now()
    if (child) {
      if (!hasEnded(child)) await once(child, 'exit')
      if (stopping.aborted) return
      log.error('process', new Error(`${howEnded(child)}.`))
    }
    if (performance.now() - since > STEADY_MS) tries = 0
    const waitMs = BACKOFF_MS[Math.min(tries, BACKOFF_MS.length - 1)]
    await sleep(waitMs, undefined, { signal: stopping }).catch(() => {})
    if (stopping.aborted) return
    child = await start().catch((error: unknown) => {
      if (!stopping.aborted) log.error('process', error)
      return undefined
    })
  }
}

/**
 * The supervisor: keeps several processes running. Gives how to end them in order.
 * @throws Error when one does not start; none is left then
 */
export async function superviseProcesses(processes: Processes): Promise<() => Promise<void>> {
  const all = pool(processes)
  const stopping = new AbortController()
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
    const started = await Promise.all(Array.from({ length: processes.count }, all.start))
    for (const first of started) void replaceWhenEnded(first, all, processes.log, stopping.signal)
  } catch (error) {
    await stop()
    throw error
  }
  return stop
}
