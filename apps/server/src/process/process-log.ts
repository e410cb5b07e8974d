import { systemClock } from '#platform/clock.ts'
import { type CountingLog, countRepeats } from '#platform/monitoring/count-repeats.ts'
import { lineLog } from '#platform/monitoring/log.ts'

/** Returns the log of a long-running process: lines on stderr, with repeated errors counted. */
export const processLog = (): CountingLog =>
  countRepeats(
    lineLog((line) => process.stderr.write(line), systemClock.now),
    systemClock.now,
  )
