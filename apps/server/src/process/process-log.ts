import { systemClock } from '#platform/clock.ts'
import { type CountingLog, countRepeats } from '#platform/monitoring/count-repeats.ts'
import { createLineLog } from '#platform/monitoring/log.ts'

export const createProcessLog = (): CountingLog =>
  countRepeats(
    createLineLog((line) => process.stderr.write(line), systemClock.now),
    systemClock.now,
  )
