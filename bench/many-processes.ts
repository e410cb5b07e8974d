import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { pssMb, treeOf } from './accounts.ts'
import { type Figures, load } from './load.ts'
import { type Bench, feedOf } from './requests.ts'
import { startOnce } from './starts.ts'

const CONNECTIONS = 16
const READER = 'average'
const PORT = 34_217
const SETTLE_MS = 3_000

// Asked of /proc, which costs a millisecond.
const LOOK_MS = 5

/**
 * A feed's figures by so many processes behind one port, the memory of all of them after it, and the milliseconds until
 * one that was killed has been replaced; null where nobody replaces it.
 */
export type ProcessesFigures = { processes: number; feed: Figures; memoryMb: number; replacedMs: number | null }

/** Processes below this one that say by their title what they do. */
const thatDo = (root: number, what: 'answers' | 'stands by') =>
  treeOf(root).filter((pid) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`pawtrait (${what})`)
    } catch {
      return false // it has ended
    }
  })

const LONGEST_MS = 60_000

/** @throws Error after a minute: a process that does not begin fails the bench, and does not hold it up for ever */
async function until(isSo: () => boolean) {
  const end = performance.now() + LONGEST_MS
  while (!isSo()) {
    if (performance.now() > end) throw new Error('a process did not come to do what was waited for')
    await sleep(LOOK_MS)
  }
}

async function replaced(root: number): Promise<number> {
  const [victim = 0, ...others] = thatDo(root, 'answers')
  const from = performance.now()
  process.kill(victim, 'SIGKILL')
  await until(() => thatDo(root, 'answers').filter((pid) => pid !== victim).length > others.length)
  return performance.now() - from
}

/** The app as it is started, on the bench's database, with one process and with two. */
export async function processesFigures(bench: Bench, dataDir: string): Promise<ProcessesFigures[]> {
  const { host, port, user, database } = bench.connection
  const url = (who: string) => `postgresql://${who}@/${database}?host=${encodeURIComponent(host)}&port=${port}`
  const figures: ProcessesFigures[] = []
  for (const processes of [1, 2]) {
    const settings = {
      DATABASE_URL: url(user),
      MIGRATION_DATABASE_URL: url('pawtrait_owner'),
      FEED_DAILY_FREE: 'unlimited',
      PROCESSES: String(processes),
    }
    await startOnce({ dataDir, port: PORT, settings }, async (pid) => {
      if (processes > 1) await until(() => thatDo(pid, 'stands by').length > 0)
      await sleep(SETTLE_MS)
      const target = feedOf(READER, PORT)
      const headers = { ...target.headers, host: `localhost:${PORT}` }
      const pids = [pid, bench.postgres]
      const feed = await load(() => ({ ...target, headers }), {
        connections: CONNECTIONS,
        seconds: bench.seconds,
        pids,
        mayRefuse: true, // a process that has just begun, on a machine that does other work
      })
      const memoryMb = pssMb([pid])
      figures.push({ processes, feed, memoryMb, replacedMs: processes > 1 ? await replaced(pid) : null })
    })
  }
  return figures
}
