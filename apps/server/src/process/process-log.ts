import { systemClock } from '#platform/clock.ts'
import { createLineLog } from '#platform/monitoring/log.ts'
import { type CountingLog, countRepeats } from '#platform/monitoring/log-deduplication.ts'

export const createProcessLog = (): CountingLog =>
  countRepeats(
    createLineLog((line) => process.stderr.write(line), systemClock.now),
    systemClock.now,
  )
