/**
 * `npm run bench`: measures everything in one run on one machine, and prints the results. Databases remain in
 * data-bench/. `npm run bench -- compare <commit> reads small` measures this checkout and another commit alternately.
 */
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SUPERUSER } from '@pawtrait/postgres/access.ts'
import { type SocketConnection, startEmbedded } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { compareWith } from './compare.ts'
import { assertNoPlanFaults, type GrowthFigures, measureFanOutCost, measureFeedGrowth } from './growth.ts'
import { measureLiveMessages } from './live-messages.ts'
import { measureMemory } from './memory.ts'
import { measureOffline } from './offline.ts'
import { measureOverload } from './overload.ts'
import { measurePhotos } from './photos.ts'
import { readPssMb } from './process-usage.ts'
import { startServer } from './processes.ts'
import { measurePush } from './push.ts'
import { measurePages, measurePagesByManyUsers, measureReadsByManyUsers, measureReadsByOneUser } from './reads.ts'
import { type BenchmarkTarget, measureFeed, measureLikes, type RequestRow } from './requests.ts'
import {
  formatGrowth,
  formatLiveMessages,
  formatMemory,
  formatOffline,
  formatOverload,
  formatPhotos,
  formatPush,
  formatRequests,
  formatSearches,
  formatStartTimes,
} from './result-tables.ts'
import { measureSearches } from './search.ts'
import { benchReaders, type CommunitySize, largeCommunity, seedCommunity, smallCommunity } from './seed.ts'
import { seedCrowds } from './seed-crowds.ts'
import { postCounts, seedGrowth } from './seed-growth.ts'
import { searchCommunity, seedSearch } from './seed-search.ts'
import { measureStarts } from './start-times.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? '5')
const folder = fileURLToPath(new URL('../data-bench', import.meta.url))

const groups = [
  'memory',
  'feed',
  'reads',
  'pages',
  'like',
  'live',
  'overload',
  'photos',
  'search',
  'growth',
  'starts',
  'push',
  'offline',
] as const
const words = process.argv.slice(2)
const isNamed = (known: readonly string[]) => known.some((name) => words.includes(name))
/** Returns whether to measure a group. `npm run bench -- feed live` selects two groups. The default is all. */
const wants = (group: (typeof groups)[number]) => words.includes(group) || !isNamed(groups)
/** Data sets to measure. `npm run bench -- feed small` selects one. The default is both. */
const shapes = [smallCommunity, largeCommunity].filter(
  ({ name }) => words.includes(name) || !isNamed([smallCommunity.name, largeCommunity.name]),
)

/** Groups that use a separate database or separate processes. */
const separateGroups: readonly string[] = ['live', 'search', 'growth', 'starts', 'push', 'offline']
const needsCommunities = groups.some((group) => !separateGroups.includes(group) && wants(group))

const wantsPages = wants('pages') || wants('overload') || wants('memory') || wants('offline')

const print = (line: string) => process.stdout.write(`${line}\n`)

const results = new URL('results/', import.meta.url)
const measuredRows: RequestRow[] = []

/** Prints result lines of a benchmark group, and appends them to `results/last.txt`. */
function report(lines: readonly string[]) {
  for (const line of lines) print(line)
  appendFileSync(new URL('last.txt', results), lines.map((line) => `${line}\n`).join(''))
}

function reportRows(rows: readonly RequestRow[]) {
  measuredRows.push(...rows)
  report([...formatRequests(rows), ''])
}

type Cluster = Awaited<ReturnType<typeof startEmbedded>>

async function openDatabase(cluster: Cluster, shape: string, fill: (owner: SocketConnection) => Promise<void>) {
  const name = `bench_${shape}`
  const owner = cluster.connection('owner', name)
  await withClient({ ...cluster.connection('owner'), user: SUPERUSER }, async (client) => {
    const there = await client.query('select 1 from pg_database where datname = $1', [name])
    if (there.rows.length === 0) await client.query(`create database ${name} owner ${owner.user} template template1`)
  })
  const app = cluster.connection('app', name)
  await migrate(owner, app.user)
  await fill(owner)
  return app
}

/** Measures the groups that need a seeded community, and reports each group when it ends. */
async function measureShape(shape: CommunitySize, bench: BenchmarkTarget) {
  const isSmall = shape === smallCommunity
  if (wants('memory')) report(formatMemory(shape.name, await measureMemory(bench)))
  const feedReaders = isSmall ? ['average'] : benchReaders.map(({ name }) => name)
  if (wants('feed'))
    for (const reader of feedReaders)
      for (const connections of [1, 16])
        reportRows([await measureFeed(bench, reader, connections, `feed ${shape.name} ${reader} ×${connections}`)])
  if (wants('reads')) reportRows(await measureReadsByManyUsers(bench))
  if (wants('pages')) reportRows(await measurePagesByManyUsers(bench))
  if (isSmall && wants('reads')) reportRows(await measureReadsByOneUser(bench))
  if (isSmall && wants('pages')) reportRows(await measurePages(bench))
  if (isSmall && wants('like'))
    for (const connections of [1, 16])
      reportRows([await measureLikes(bench, connections, `like small ×${connections}`)])
  if (isSmall && wants('overload')) report(formatOverload(await measureOverload(bench)))
  if (isSmall && wants('photos')) {
    report(formatPhotos(await measurePhotos(bench.app, 10, 60)))
    report([`memory after photos (PSS): ${readPssMb([bench.app.pid, bench.postgres]).toFixed(0)} MB`])
  }
}

const serveShape = (shape: string, connection: SocketConnection, more: Record<string, string> = {}) =>
  startServer('serve-app.ts', {
    BENCH_CONNECTION: JSON.stringify(connection),
    BENCH_DIR: join(folder, shape),
    BENCH_PAGES: wantsPages ? 'yes' : '',
    ...more,
  })

/** Starts the app on a database, measures, and stops the app. */
async function onServed<T>(
  cluster: Cluster,
  { shape, connection, env = {} }: { shape: string; connection: SocketConnection; env?: Record<string, string> },
  measure: (bench: BenchmarkTarget) => Promise<T>,
): Promise<T> {
  const app = await serveShape(shape, connection, env)
  try {
    return await measure({ app, connection, postgres: cluster.pid() ?? 0, seconds })
  } finally {
    await app.stop()
  }
}

/**
 * Measures growth on separate databases. There is one for each number of posts, and one for many comments,
 * notifications and followers.
 */
async function measureGrowth(cluster: Cluster): Promise<GrowthFigures[]> {
  const figures: GrowthFigures[] = []
  const measure = async (
    shape: string,
    fill: (owner: SocketConnection) => Promise<void>,
    rows: (bench: BenchmarkTarget) => Promise<GrowthFigures[]>,
  ) => {
    const connection = await openDatabase(cluster, shape, fill)
    figures.push(...(await onServed(cluster, { shape, connection, env: { BENCH_EVENTS: 'yes' } }, rows)))
  }
  for (const posts of postCounts)
    await measure(
      `growth_${posts}`,
      (owner) => seedGrowth(owner, posts, print),
      (bench) => measureFeedGrowth(bench, posts),
    )
  await measure('growth_crowds', (owner) => seedCrowds(owner, print), measureFanOutCost)
  return figures
}

/** Measures live messages on a separate, empty database. */
async function measureLive(cluster: Cluster): Promise<string[]> {
  const connection = await openDatabase(cluster, 'live', async () => {})
  return formatLiveMessages(await measureLiveMessages(connection, cluster.pid() ?? 0, seconds))
}

async function measureSearch(cluster: Cluster) {
  const connection = await openDatabase(cluster, searchCommunity.name, (owner) => seedSearch(owner, print))
  return onServed(cluster, { shape: searchCommunity.name, connection }, measureSearches)
}

async function main() {
  mkdirSync(folder, { recursive: true })
  const root = join(import.meta.dirname, '..')
  if (wantsPages && !existsSync(join(root, 'apps/web/dist/server')))
    execFileSync(process.execPath, ['tools/build-web.ts'], { cwd: root, stdio: 'inherit' })
  const cluster = await startEmbedded({
    dataDir: join(folder, 'postgres'),
    access: 'trust',
    log: () => {},
    // The benchmark's app and two more processes need more than the usual limit of 40 connections.
    settings: { max_connections: '100' },
  })
  mkdirSync(results, { recursive: true })
  writeFileSync(new URL('last.txt', results), '')
  report([`${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${seconds} s a row`, ''])
  let grown: GrowthFigures[] = []
  try {
    if (wants('growth')) grown = await measureGrowth(cluster)
    report(formatGrowth(grown))
    if (wants('live')) report(await measureLive(cluster))
    if (wants('push')) report(formatPush(await measurePush(seconds)))
    if (wants('search')) report(formatSearches(await measureSearch(cluster)))
    for (const shape of needsCommunities ? shapes : []) {
      const connection = await openDatabase(cluster, shape.name, (owner) => seedCommunity(owner, shape, print))
      await onServed(cluster, { shape: shape.name, connection }, (bench) => measureShape(shape, bench))
    }
  } finally {
    await cluster.stop()
  }
  if (wants('offline')) report(formatOffline(await measureOffline()))
  if (wants('starts')) report(formatStartTimes(await measureStarts(3999)))
  writeFileSync(new URL('requests.json', results), JSON.stringify(measuredRows))
  assertNoPlanFaults(grown)
}

const [word, commit, ...groupsToCompare] = words
if (word === 'compare' && commit) compareWith(commit, groupsToCompare)
else await main()
