import { readFileSync } from 'node:fs'
import type { DeduplicatingLog } from '#platform/monitoring/log-deduplication.ts'

// Time limits of a shutdown. Service managers kill the app after 10 s at the earliest. A supervised process ends
// earlier, because the supervisor then stops PostgreSQL.
const LONGEST_MS = { alone: 9_500, supervised: 9_000 }

/** Returns the parent process, for the log. The parent probably sent the signal. Node does not reveal the sender. */
function parentProcess(): { parent: number; parentName?: string } {
  const parent = process.ppid
  try {
    return { parent, parentName: readFileSync(`/proc/${parent}/comm`, 'utf8').trim() }
  } catch {
    return { parent } // the parent process has ended, or the system has no /proc
  }
}

/**
 * Ends the process gracefully on SIGTERM and SIGINT, and immediately on an uncaught exception. `began` registers the
 * function that closes the app. `closeBecause` closes the app for another reason.
 */
export function installExitHandlers(log: DeduplicatingLog, { isSupervised = false } = {}) {
  process.on('exit', log.flush)
  let close: (() => Promise<void>) | undefined
  let isClosing = false
  // A second call exits at once, and so does a call during the start.
  const closeBecause = (reason: string) => {
    // Ignores the second signal: a terminal or systemd signals all processes, then the supervisor does too.
    if (isClosing && isSupervised) return
    isClosing = true
    log.info('closing', { reason, ...parentProcess() })
    // Exits even during the start. An 'exit' handler stops the embedded PostgreSQL.
    if (!close) process.exit(1)
    const closed = close()
    close = undefined
    const longestMs = isSupervised ? LONGEST_MS.supervised : LONGEST_MS.alone
    setTimeout(() => {
      log.error(
        'closing',
        new Error(
          `The shutdown took longer than ${longestMs} ms and was cut short: the next start recovers unfinished work.`,
        ),
      )
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
  // A rejected promise affects one request only. An uncaught exception leaves the process in an unknown state.
  process.on('unhandledRejection', (error) => log.error('bug', error))
  process.on('uncaughtException', (error) => {
    log.error('closing', error, { reason: 'uncaught exception' })
    process.exit(1)
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => closeBecause(signal))
  return {
    closeBecause,
    began: (closeAll: () => Promise<void>) => {
      close = closeAll
    },
  }
}

export async function exitAfterFailedStart(error: unknown): Promise<never> {
  const { formatFatalError } = await import('./fatal-error.ts')
  process.stderr.write(`${formatFatalError(error)}\n`)
  process.exit(1)
}
