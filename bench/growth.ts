import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { measureQueryCost, type QueryCost } from './explain.ts'
import { measureSuccessfulRequest, quantiles, type RequestTarget, runLoad } from './load.ts'
import { readCpuMs } from './process-usage.ts'
import { recordStatements } from './processes.ts'
import { type BenchmarkTarget, requestHeaders } from './requests.ts'
import { commentIdSql, crowdIds, crowdSizes, insertPhotosSql } from './seed-crowds.ts'
import { growthReaders } from './seed-growth.ts'

/** Cost of a request at one data size. Figures with the same `curve` are for the same request at different sizes. */
export type GrowthFigures = {
  curve: string
  size: string
  p50: number
  p99: number
  cpuMs: number
  work: QueryCost
}

type MeasuredRequest = { curve: string; size: string; reader: string | null; path: string }

/** Returns whether a curve is measured. `GROWTH_ONLY=comments` selects curves with this name prefix. */
const isSelected = (curve: string) => curve.startsWith(process.env.GROWTH_ONLY ?? '')

const number = (n: number) => n.toLocaleString('en')

/** Measures a request that one caller repeats, and the cost of its SQL statements. */
async function measureRead(
  bench: BenchmarkTarget,
  { curve, size, reader, path }: MeasuredRequest,
): Promise<GrowthFigures> {
  const { app, connection, postgres, seconds } = bench
  const target = { method: 'GET', path, headers: requestHeaders(reader), port: app.port }
  const { p50, p99, cpuMsPerRequest } = await runLoad(() => target, {
    connections: 1,
    seconds,
    pids: [app.pid, postgres],
  })
  const agent = new Agent()
  // Record the statements after the load, so that all caches are warm, as they were during the measured requests.
  const work = await measureQueryCost(
    connection,
    await recordStatements(app, () => measureSuccessfulRequest(agent, target)),
  )
  return { curve, size, p50, p99, cpuMs: cpuMsPerRequest, work }
}

/** Measures the first feed page, session and profile of each reader, on a database with this many posts. */
export async function measureFeedGrowth(bench: BenchmarkTarget, posts: number): Promise<GrowthFigures[]> {
  const requests = growthReaders.flatMap(({ name, silent }): MeasuredRequest[] => {
    const of = { size: `${name.replace('_', ' ')}, ${number(posts)} posts`, reader: name }
    const own: MeasuredRequest[] = [
      { curve: 'own account', path: '/api/session', ...of },
      { curve: 'own profile', path: `/api/users/by-username/${name}`, ...of },
    ]
    return [{ curve: 'feed', path: '/api/feed?limit=20', ...of }, ...(silent ? [] : own)]
  })
  const figures: GrowthFigures[] = []
  for (const request of requests.filter(({ curve }) => isSelected(curve)))
    figures.push(await measureRead(bench, request))
  return figures
}

const idOf = ({ connection }: BenchmarkTarget, what: string) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ id: string }>(`select ${what} as id`)
    return rows[0]?.id ?? ''
  })

/** Returns requests for the comments of posts that differ in the number of comments and threads. */
async function commentRequests(bench: BenchmarkTarget): Promise<MeasuredRequest[]> {
  const requests: MeasuredRequest[] = []
  for (const kind of ['flat', 'nested'] as const)
    for (const [at, count] of crowdSizes.comments.entries()) {
      const commentsPath = `/api/posts/${await idOf(bench, crowdIds.discussedPost(kind, at))}/comments?limit=20`
      const [first, middle, newest] = await Promise.all(
        [1, count / 2, count].map((n) => idOf(bench, commentIdSql(kind, at, n))),
      )
      const ways = {
        'first page': commentsPath,
        'link into the middle': `${commentsPath}&comment=${middle}`,
        newest: `${commentsPath}&comment=${newest}`,
        ...(kind === 'flat' && { 'first of the thread': `${commentsPath}&thread=${first}` }),
      }
      for (const [way, path] of Object.entries(ways))
        requests.push({ curve: `comments ${kind}, ${way}`, size: number(count), reader: 'follower', path })
    }
  return requests
}

const notificationRequests = (): MeasuredRequest[] =>
  crowdSizes.notifications.flatMap((count) => {
    const of = { size: number(count), reader: `notified_${count}` }
    return [
      { curve: 'notifications, first page', path: '/api/notifications?limit=20', ...of },
      { curve: 'notifications, unread', path: '/api/notifications/unread', ...of },
    ]
  })

/** Returns a cursor that skips the first nine tenths of a follower list. */
const lateFollower = ({ connection }: BenchmarkTarget, at: number, followers: number) =>
  withClient(connection, async (client) => {
    const { rows } = await client.query<{ at: Date; id: string }>(
      `select created_at as at, follower_id as id from follows
       where followee_id = ${crowdIds.star(at)} and follower_id = bench_id(1, ${Math.ceil(followers * 0.9)})`,
    )
    return rows[0] ? `${rows[0].at.toISOString()}_${rows[0].id}` : ''
  })

async function followedAuthorRequests(bench: BenchmarkTarget): Promise<MeasuredRequest[]> {
  const requests: MeasuredRequest[] = []
  for (const [at, count] of crowdSizes.followers.entries()) {
    const [star, post] = await Promise.all([idOf(bench, crowdIds.star(at)), idOf(bench, crowdIds.starPost(at))])
    const list = `/api/users/${star}/followers?limit=20`
    const late = await lateFollower(bench, at, count)
    for (const [what, reader, path] of [
      ['profile', 'follower', `/api/users/by-username/star_${count}`],
      ['profile by a visitor', null, `/api/users/by-username/star_${count}`],
      ['post by a visitor', null, `/api/posts/${post}`],
      ['post by a follower', 'follower', `/api/posts/${post}`],
      ['followers, first page', 'follower', list],
      ['followers, late page', 'follower', `${list}&cursor=${late}`],
    ] as const)
      requests.push({ curve: `followed author: ${what}`, size: number(count), reader, path })
  }
  return requests
}

const TIMES = 40

/** Repeats a write. Measures the time to the response, and the time until all its events are handled. */
async function measureWrites(
  { app, connection, postgres }: BenchmarkTarget,
  { curve, size, next }: { curve: string; size: string; next: () => Omit<RequestTarget, 'port'> },
): Promise<GrowthFigures[]> {
  const agent = new Agent({ keepAlive: true })
  const target = () => ({ ...next(), port: app.port })
  const [answered, settled]: [number[], number[]] = [[], []]
  return withClient(connection, async (client) => {
    const waitForOutbox = async () => {
      while ((await client.query('select 1 from events limit 1')).rows.length > 0) await sleep(1)
    }
    await measureSuccessfulRequest(agent, target())
    await waitForOutbox()
    const before = await readCpuMs([app.pid, postgres])
    for (let turn = 0; turn < TIMES; turn++) {
      const from = performance.now()
      answered.push(await measureSuccessfulRequest(agent, target()))
      await waitForOutbox()
      settled.push(performance.now() - from)
    }
    const each = ((await readCpuMs([app.pid, postgres])) - before) / TIMES
    const statements = await recordStatements(app, async () => {
      await measureSuccessfulRequest(agent, target())
      await waitForOutbox()
    })
    const work = await measureQueryCost(connection, statements)
    agent.destroy()
    return [
      { curve: `${curve}, answered`, size, ...quantiles(answered), cpuMs: each, work },
      { curve: `${curve}, worked off`, size, ...quantiles(settled), cpuMs: each, work },
    ]
  })
}

/** Inserts photos that belong to no post, one for each write. Returns their ids. */
const sparePhotos = ({ connection }: BenchmarkTarget, at: number) =>
  withClient(connection, async (client) => {
    const rows = `(select gen_random_uuid() as id from generate_series(1, ${TIMES + 2})) fresh`
    const inserted = `${insertPhotosSql('fresh.id', crowdIds.star(at), { attachedAt: 'null', rows })} returning id`
    const found = await client.query<{ id: string }>(inserted)
    return found.rows.map(({ id }) => id)
  })

async function measurePostsAndLikes(bench: BenchmarkTarget): Promise<GrowthFigures[]> {
  const figures: GrowthFigures[] = []
  for (const [at, count] of crowdSizes.followers.entries()) {
    const size = number(count)
    const [post, spare] = await Promise.all([idOf(bench, crowdIds.starPost(at)), sparePhotos(bench, at)])
    const posted = () => ({
      method: 'POST',
      path: '/api/posts',
      headers: { ...requestHeaders(`star_${count}`), 'content-type': 'application/json' },
      body: JSON.stringify({ photos: [{ id: spare.pop(), alt: 'A dog' }], caption: 'New' }),
    })
    figures.push(...(await measureWrites(bench, { curve: 'followed author: new post', size, next: posted })))
    let turn = 0
    const liked = () => {
      turn += 1
      return {
        method: turn % 2 ? 'PUT' : 'DELETE',
        path: `/api/posts/${post}/like`,
        headers: requestHeaders('follower'),
      }
    }
    figures.push(...(await measureWrites(bench, { curve: 'followed author: like', size, next: liked })))
  }
  return figures
}

/** Measures requests that involve many comments of a post, many notifications of a user, or many followers. */
export async function measureFanOutCost(bench: BenchmarkTarget): Promise<GrowthFigures[]> {
  const figures: GrowthFigures[] = []
  const requests = [
    ...(await commentRequests(bench)),
    ...notificationRequests(),
    ...(await followedAuthorRequests(bench)),
  ]
  for (const request of requests.filter(({ curve }) => isSelected(curve)))
    figures.push(await measureRead(bench, request))
  return isSelected('followed author: ') ? [...figures, ...(await measurePostsAndLikes(bench))] : figures
}

/** Checks the query plans of all measured requests. @throws Error that lists the faults */
export function assertNoPlanFaults(figures: readonly GrowthFigures[]): void {
  const faults = new Set(
    figures.flatMap(({ curve, size, work }) => work.faults.map((fault) => `${curve}, ${size}: ${fault}`)),
  )
  if (faults.size > 0) throw new Error(`Plans that do not stay flat:\n${[...faults].join('\n')}`)
}
