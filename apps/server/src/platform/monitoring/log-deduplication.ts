import type { Log } from './log.ts'

const WINDOW_MS = 10_000

/** Returns a key that is the same for repetitions of an error. It ignores request id, route, queue and numbers. */
function buildErrorKey(event: string, error: unknown, fields: Record<string, unknown>): string {
  const { requestId, route, queue, ...otherFields } = fields
  const { code, message, stack } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
  const thrownAt = typeof stack === 'string' ? /^ +at .*$/m.exec(stack)?.[0] : undefined
  const text = String(message ?? error).replaceAll(/\d+/g, '#')
  return JSON.stringify([event, code, text, code === undefined ? thrownAt : undefined, otherFields])
}

type RepeatedError = { event: string; error: unknown; total: number; unwritten: number; since: string }

/** A log that counts repeated errors. `flush` writes the pending counts before the process ends. */
export type DeduplicatingLog = Log & { flush: () => void }

/**
 * Returns a log that limits repeated errors, because an outage could fill the disk. It writes the first error in full,
 * then every ten seconds a line with the count `repeated`. After ten seconds without the error, the line `error-ended`
 * has the total. Errors with different fields, such as the photo, count separately.
 */
export function deduplicateErrors(log: Log, now: () => Date): DeduplicatingLog {
  const kinds = new Map<string, RepeatedError>()
  const writeCount = ({ event, error, unwritten }: RepeatedError) => {
    const { code, message } = (typeof error === 'object' && error !== null ? error : {}) as Record<string, unknown>
    log.error(event, { code, message: String(message ?? error) }, { repeated: unwritten, seconds: WINDOW_MS / 1000 })
  }
  const closeWindow = () => {
    for (const [key, kind] of kinds) {
      if (kind.unwritten > 0) writeCount(kind)
      else {
        kinds.delete(key)
        if (kind.total > 1) log.info('error-ended', { of: kind.event, times: kind.total, began: kind.since })
      }
      kind.unwritten = 0
    }
  }
  // Starts outside any request, because a timer keeps the request id of the context in which it starts.
  setInterval(closeWindow, WINDOW_MS).unref()
  return {
    info: log.info,
    error: (event, error, fields = {}) => {
      const key = buildErrorKey(event, error, fields)
      const known = kinds.get(key)
      if (known) {
        known.total++
        known.unwritten++
        return
      }
      kinds.set(key, { event, error, total: 1, unwritten: 0, since: now().toISOString() })
      log.error(event, error, fields)
    },
    flush: () => {
      for (const kind of kinds.values()) if (kind.unwritten > 0) writeCount(kind)
      kinds.clear()
    },
  }
}
