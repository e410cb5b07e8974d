import type { UserId } from '@pawtrait/contract/ids.ts'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { systemClock } from '../apps/server/src/platform/clock.ts'
import { connect, type Database } from '../apps/server/src/platform/database/db.ts'
import { startLiveMessages } from '../apps/server/src/platform/live/live.ts'
import { selectNewNotices, selectStartPosition } from '../apps/server/src/platform/live/live-notices.ts'
import { createJsonLog } from '../apps/server/src/platform/monitoring/log.ts'
import { openWakeUps } from '../apps/server/src/platform/nats/wake-ups.ts'
import { startInstalledNats } from '../apps/server/src/testing/fakes/nats-server.ts'
import { median, quantiles } from './load.ts'
import { readCpuMs } from './process-usage.ts'

/** Speed of concurrent commits that each send one live message. `cpuMs`: PostgreSQL's CPU time per commit. */
type LiveFigures = { way: string; writers: number; perSecond: number; p50: number; p99: number; cpuMs: number }

export type LiveMeasurements = { commits: LiveFigures[]; idlePollCpuMs: number }

const ROUNDS = 3
const POLLS = 10_000
const to = ['00000000-0000-7000-8000-000000000001' as UserId]
const message = { type: 'post-left', postId: '00000000-0000-7000-9000-000000000001' }

/** Measures one round. @param natsUrls URLs of NATS servers. If empty, processes wake each other by NOTIFY. */
async function round(connection: SocketConnection, postgres: number, natsUrls: string[], writers: number, ms: number) {
  const connected = Promise.withResolvers<void>()
  const log = createJsonLog((line) => line.includes('"connected":true') && connected.resolve(), systemClock.now)
  const database = connect(connection, { max: writers + 2 })
  const nats = await openWakeUps(natsUrls, log)
  const live = await startLiveMessages(database, log, nats)
  if (nats) await connected.promise
  const [times, before, end] = [[] as number[], await readCpuMs([postgres]), performance.now() + ms]
  const write = async () => {
    for (let from = performance.now(); from < end; from = performance.now()) {
      await database.transaction((db) => live.send(db, to, message))
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  const used = (await readCpuMs([postgres])) - before
  await live.stop()
  await database.close()
  await nats?.close()
  return { perSecond: times.length / (ms / 1_000), ...quantiles(times), cpuMs: used / times.length }
}

async function idlePollCpuMs(database: Database, postgres: number): Promise<number> {
  const { place } = await selectStartPosition(database)
  const before = await readCpuMs([postgres])
  for (let n = 0; n < POLLS; n++) await selectNewNotices(database, place)
  return ((await readCpuMs([postgres])) - before) / POLLS
}

/** Measures commits that wake other processes, by NOTIFY and over NATS in turn. Returns medians of three rounds. */
export async function measureLiveMessages(
  connection: SocketConnection,
  postgres: number,
  seconds: number,
): Promise<LiveMeasurements> {
  const server = await startInstalledNats?.()
  await server?.start()
  const ways: [string, string[]][] = [['NOTIFY', []], ...(server ? [['NATS', [server.url]] as [string, string[]]] : [])]
  const commits: LiveFigures[] = []
  for (const writers of [1, 16, 64]) {
    const rounds = ways.map(([way]) => ({ way, found: [] as Awaited<ReturnType<typeof round>>[] }))
    for (let n = 0; n < ROUNDS; n++)
      for (const [at, [, urls]] of ways.entries())
        rounds[at]?.found.push(await round(connection, postgres, urls, writers, seconds * 1_000))
    for (const { way, found } of rounds) {
      const of = (name: 'perSecond' | 'p50' | 'p99' | 'cpuMs') => median(found.map((figures) => figures[name]))
      commits.push({ way, writers, perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuMs: of('cpuMs') })
    }
  }
  await server?.stop()
  const database = connect(connection, { max: 1 })
  const quiet = await idlePollCpuMs(database, postgres)
  await database.close()
  return { commits, idlePollCpuMs: quiet }
}
