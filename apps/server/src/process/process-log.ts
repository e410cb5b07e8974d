import { systemClock } from '#platform/clock.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { type DeduplicatingLog, deduplicateErrors } from '#platform/monitoring/log-deduplication.ts'

export const createProcessLog = (): DeduplicatingLog =>
  deduplicateErrors(
    createJsonLog((line) => process.stderr.write(line), systemClock.now),
    systemClock.now,
  )
