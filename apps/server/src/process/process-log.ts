import { systemClock } from '#platform/clock.ts'
import { type CountingLog, countRepeats } from '#platform/monitoring/count-repeats.ts'
import { lineLog } from '#platform/monitoring/log.ts'

export const processLog = (): CountingLog =>
  countRepeats(
    lineLog((line) => process.stderr.write(line), systemClock.now),
    systemClock.now,
  )
