import { setTimeout as sleep } from 'node:timers/promises'
import { pssMb } from './accounts.ts'
import { type Figures, load } from './load.ts'
import { type Bench, feedOf } from './requests.ts'
import { startOnce } from './starts.ts'

const CONNECTIONS = 16
const READER = 'average'
const PORT = 34_217
const SETTLE_MS = 3_000

/** A feed's figures by so many processes behind one port, and the memory of all of them after it. */
export type ProcessesFigures = { processes: number; feed: Figures; memoryMb: number }

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
      await sleep(SETTLE_MS)
      const target = feedOf(READER, PORT)
      const headers = { ...target.headers, host: `localhost:${PORT}` }
      const pids = [pid, bench.postgres]
      const feed = await load(() => ({ ...target, headers }), {
        connections: CONNECTIONS,
        seconds: bench.seconds,
        pids,
      })
      figures.push({ processes, feed, memoryMb: pssMb([pid]) })
    })
  }
  return figures
}
