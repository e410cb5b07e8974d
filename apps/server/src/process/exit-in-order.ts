import { readFileSync } from 'node:fs'
import type { CountingLog } from '#platform/monitoring/count-repeats.ts'

// Service managers kill after ten seconds or more. A supervised process ends earlier, so that the supervisor has time
// to stop PostgreSQL.
const LONGEST_MS = { alone: 9_500, supervised: 9_000 }

/** The process that started this one, or whoever took it over: Node does not tell who sent a signal. */
function parentProcess(): { parent: number; parentName?: string } {
  const parent = process.ppid
  try {
    return { parent, parentName: readFileSync(`/proc/${parent}/comm`, 'utf8').trim() }
  } catch {
    return { parent } // gone, or a system without /proc
  }
}

/**
 * Lets a process end on SIGTERM and SIGINT, in order once it has begun, and at once on what nobody caught. `began`
 * says how it is closed; `closeBecause` closes it for another reason. `isSupervised`: by a process whose end ends it.
 */
export function exitInOrder(log: CountingLog, { isSupervised = false } = {}) {
  process.on('exit', log.flush)
  let close: (() => Promise<void>) | undefined
  let isClosing = false
  // Says why in one line; asked twice, or while it is starting, it does not wait.
  const closeBecause = (reason: string) => {
    // A terminal and systemd tell each process, and then its supervisor tells it again.
    if (isClosing && isSupervised) return
    isClosing = true
    log.info('closing', { reason, ...parentProcess() })
    // PostgreSQL is told by the process's own `exit`.
    if (!close) process.exit(1)
    const closed = close()
    close = undefined
    const longestMs = isSupervised ? LONGEST_MS.supervised : LONGEST_MS.alone
    setTimeout(() => {
      log.error('closing', new Error(`Not everything was closed within ${longestMs} ms: the next start recovers it.`))
      process.exit(1)
    }, longestMs).unref()
    closed.then(
      () => process.exit(0),
      (error: unknown) => {
        log.error('closing', error)
        process.exit(1)
      },
    )
  }
  // One request's mistake must not end everybody's; what no promise carries has left the process in an unknown state.
  process.on('unhandledRejection', (error) => log.error('bug', error))
  process.on('uncaughtException', (error) => {
    log.error('closing', error, { reason: 'uncaught exception' })
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => closeBecause(signal))
  return {
    closeBecause,
    began: (how: () => Promise<void>) => {
      close = how
    },
  }
}

/** Ends a process that could not start, and says why. */
export async function exitUnstarted(error: unknown): Promise<never> {
  const { startupError } = await import('./startup-error.ts')
  process.stderr.write(`${startupError(error)}\n`)
  process.exit(1)
}
