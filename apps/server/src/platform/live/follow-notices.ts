import type { Place } from '#platform/database/committed-since.ts'
import type { Database } from '#platform/database/db.ts'
import type { Log } from '#platform/monitoring/log.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import {
  type Beginning,
  isKept,
  type NumberedNotice,
  selectBeginning,
  selectNewNotices,
  transactionOf,
} from './live-notices.ts'

/** So late is what nobody woke us for. */
const LOOK_EVERY_MS = 1_000
// Where much is written one look finds what many were woken for.
const PAUSE_MS = 10

const reasons = [['too many notices'], ['last notice lost']]
const countRestart = counter('live_restarts_total', 'Full re-reads of the live outbox', ['reason'], reasons)

type Parts = {
  database: Database
  /** Told where it begins, and once more when nobody can say what was missed (`anew`). */
  begin: (beginning: Beginning, anew: boolean) => void
  /** Told each notice once, in the order in which they can follow from one another. */
  hear: (notice: NumberedNotice) => void
  log: Log
}

/** Reads on from a place in the outbox, by transactions: each notice is found once, whenever it is committed. */
function reader({ database, begin, hear, log }: Parts) {
  let place: Place = { newest: '0', open: [] }
  // The newest of those that a server which lost nothing still has.
  let anchor: string | null = null
  let isDoubted = false
  const start = async () => {
    const beginning = await selectBeginning(database)
    ;({ place, newest: anchor } = beginning)
    return beginning
  }
  /** Starts again from the newest notice; streams are told to resync. */
  const restart = async (reason: 'too many notices' | 'last notice lost') => {
    const from = place.newest
    begin(await start(), true)
    countRestart(reason)
    log.info('live-restarted', { reason, from, to: place.newest })
  }
  const read = async () => {
    const found = await selectNewNotices(database, place)
    if (!found) return restart('too many notices')
    place = found.place
    for (const one of found.notices) {
      const isNewer = !anchor || BigInt(transactionOf(one.id)) >= BigInt(transactionOf(anchor))
      if (one.notice.holdsSeconds === undefined && isNewer) anchor = one.id
      hear(one)
    }
  }
  return {
    start: async () => begin(await start(), false),
    /** The database may be another one, or have been put back. */
    doubt: () => {
      isDoubted = true
    },
    read: async () => {
      const doubted = isDoubted
      isDoubted = false
      try {
        if (doubted && anchor && !(await isKept(database, anchor))) return await restart('last notice lost')
        // What it has lost of what only holds for a while may have given its numbers to others.
        if (doubted) place = { ...place, newest: anchor ? transactionOf(anchor) : '0' }
        await read()
      } catch (error) {
        isDoubted ||= doubted
        throw error
      }
    },
  }
}

/**
 * Follows the outbox of live messages: looks when it is woken, and once a second. Nothing depends on being woken but
 * how soon it is.
 */
export async function followNotices(parts: Parts) {
  const { log } = parts
  const { start, doubt, read } = reader(parts)
  let [stopped, isAway, again, lookedAt] = [false, false, false, 0]
  let [timer, looking]: [NodeJS.Timeout | undefined, Promise<void> | undefined] = [undefined, undefined]
  const failed = (error: unknown) => {
    // Once for as long as the database is away.
    if (!isAway && !stopped) log.error('live', error)
    isAway = true
  }
  const lookIn = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(look, ms)
  }
  const pauseLeft = () => Math.max(0, lookedAt + PAUSE_MS - performance.now())
  function look() {
    clearTimeout(timer)
    ;[again, lookedAt] = [false, performance.now()]
    looking = read()
      .then(() => {
        isAway = false
      }, failed)
      .finally(() => {
        looking = undefined
        lookIn(again ? pauseLeft() : LOOK_EVERY_MS)
      })
  }
  const wake = () => {
    again = true
    if (looking || stopped) return
    const ms = pauseLeft()
    if (ms > 0) lookIn(ms)
    else look()
  }
  await start()
  wake()
  return {
    /** There may be something new. */
    wake,
    /** Looks whether it is still the same database. */
    doubt: () => {
      doubt()
      wake()
    },
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      await looking
    },
  }
}
