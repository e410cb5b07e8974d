import type { ReadPosition } from '#platform/database/committed-since.ts'
import type { Database } from '#platform/database/db.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import {
  isNoticeStored,
  type NumberedNotice,
  type StartPosition,
  selectNewNotices,
  selectStartPosition,
  transactionOf,
} from './live-notices.ts'

/** Poll interval. A notice is delayed by at most this time when its wake-up is lost. */
const CHECK_EVERY_MS = 1_000
// Pause between reads. With many writes, one read of the outbox covers several wake-ups.
const PAUSE_MS = 10

const reasons = [['too many notices'], ['last notice lost']]
const countRestart = counter('live_restarts_total', 'Full re-reads of the live outbox', ['reason'], reasons)

type Parts = {
  database: Database
  /** Called with the start position, and again with `isRestart` when notices are lost. */
  onStart: (position: StartPosition, isRestart: boolean) => void
  /** Called once per notice, in an order that respects dependencies between notices. */
  onNotice: (notice: NumberedNotice) => void
  log: Log
}

/** Reads the outbox by transaction id. So it finds each notice exactly once, even a notice that commits late. */
function createReader({ database, onStart, onNotice, log }: Parts) {
  let place: ReadPosition = { newest: '0', open: [] }
  // Id of the newest permanent notice. If its row is missing, the database was replaced or restored.
  let anchor: string | null = null
  let isDoubted = false
  const start = async () => {
    const position = await selectStartPosition(database)
    ;({ place, newest: anchor } = position)
    return position
  }
  /** Skips to the newest notice. All streams get a `resync`, because the skipped notices are lost. */
  const restart = async (reason: 'too many notices' | 'last notice lost') => {
    const from = place.newest
    onStart(await start(), true)
    countRestart(reason)
    log.info('live-restarted', { reason, from, to: place.newest })
  }
  const read = async () => {
    const found = await selectNewNotices(database, place)
    if (!found) return restart('too many notices')
    place = found.place
    for (const numbered of found.notices) {
      const isNewer = !anchor || BigInt(transactionOf(numbered.id)) >= BigInt(transactionOf(anchor))
      if (numbered.notice.holdsSeconds === undefined && isNewer) anchor = numbered.id
      onNotice(numbered)
    }
  }
  return {
    start: async () => onStart(await start(), false),
    /** Makes the next read check whether the database was replaced or restored. */
    doubt: () => {
      isDoubted = true
    },
    read: async () => {
      const doubted = isDoubted
      isDoubted = false
      try {
        if (doubted && anchor && !(await isNoticeStored(database, anchor))) return await restart('last notice lost')
        // A restored database may reuse the ids of lost temporary notices, so reading starts before them.
        if (doubted) place = { ...place, newest: anchor ? transactionOf(anchor) : '0' }
        await read()
      } catch (error) {
        isDoubted ||= doubted
        throw error
      }
    },
  }
}

/** Reads the outbox after each wake-up, and at least once a second. */
export async function tailNoticeOutbox(parts: Parts) {
  const { log } = parts
  const { start, doubt, read } = createReader(parts)
  let [stopped, isUnreachable, wakeAgain, readAt] = [false, false, false, 0]
  let [timer, reading]: [NodeJS.Timeout | undefined, Promise<void> | undefined] = [undefined, undefined]
  const onFailure = (error: unknown) => {
    if (!isUnreachable && !stopped) log.error('live', error)
    isUnreachable = true
  }
  const scheduleRead = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(startRead, ms)
  }
  const remainingPauseMs = () => Math.max(0, readAt + PAUSE_MS - performance.now())
  function startRead() {
    clearTimeout(timer)
    ;[wakeAgain, readAt] = [false, performance.now()]
    reading = read()
      .then(() => {
        isUnreachable = false
      }, onFailure)
      .finally(() => {
        reading = undefined
        scheduleRead(wakeAgain ? remainingPauseMs() : CHECK_EVERY_MS)
      })
  }
  const wake = () => {
    wakeAgain = true
    if (reading || stopped) return
    const ms = remainingPauseMs()
    if (ms > 0) scheduleRead(ms)
    else startRead()
  }
  await start()
  wake()
  return {
    wake,
    doubt: () => {
      doubt()
      wake()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await reading
    },
  }
}
