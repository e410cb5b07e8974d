import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import type pg from 'pg'
import { type RunningApp, startApp } from './app.ts'
import { type ApiClient, createApiClient } from './client.ts'
import { postgresPids, postmasterPid, readCommand, sendSignal } from './processes.ts'

/**
 * Counts of all users' responses during a fault. `own`: responses with the user's own data. `refused`: responses with
 * status 503. `wrong`: descriptions of all other responses. `lastRefusal`: time of the last 503.
 */
type Tally = { own: number; refused: number; wrong: string[]; lastRefusal: number }

type Fault = { name: string; inject: (app: RunningApp) => Promise<void> }

const people = 12
const readersEach = 4 // each of the twelve users also has a writer, so sixty requests are concurrent
// Within `recoverMs` after a fault, a period of `quietMs` without a 503 must begin. Long enough for a busy machine.
const recoverMs = 30_000
const quietMs = 1_000

/** Runs statements as the owner of the tables, on a separate connection to the database of the app. */
const withOwnerClient = <T>(app: RunningApp, work: (client: pg.Client) => Promise<T>): Promise<T> =>
  withClient(findRunningEmbedded(join(app.dataDir, 'postgres'))?.('owner') ?? {}, work)

const lockFault = (table: string): Fault => ({
  name: `${table} locked for 6 s`,
  inject: (app) =>
    withOwnerClient(app, async (client) => {
      await client.query('begin')
      await client.query(`lock table ${table}`)
      await sleep(6_000)
      await client.query('rollback')
    }),
})

const faults: Fault[] = [
  {
    name: 'stopped for 4 s',
    inject: async (app) => {
      const pids = postgresPids(app)
      sendSignal(pids, 'SIGSTOP')
      await sleep(4_000)
      sendSignal(pids, 'SIGCONT')
    },
  },
  lockFault('sessions'),
  lockFault('users'),
  {
    name: 'backends killed',
    inject: async (app) => {
      for (let i = 0; i < 3; i++) {
        for (const pid of postgresPids(app).slice(1)) if (isBackend(pid)) process.kill(pid, 'SIGTERM')
        await sleep(200)
      }
    },
  },
  { name: 'postmaster killed', inject: async (app) => void process.kill(postmasterPid(app), 'SIGKILL') },
]

/** Returns whether a PostgreSQL process serves a connection of the app, unlike a background worker. */
const isBackend = (pid: number): boolean => readCommand(pid).includes('pawtrait_app')

/** A full name that contains the username, so that each response reveals its account. */
const nameOf = (username: string, count: number) => `Number ${count} of ${username}`

async function judge(answer: Response, client: ApiClient, tally: Tally) {
  const body = await answer.text()
  if (answer.status === 503 && answer.headers.has('retry-after')) {
    tally.refused++
    tally.lastRefusal = performance.now()
    await sleep(50) // a refused client waits before the next attempt
    return false
  }
  const user =
    answer.status === 200 ? (JSON.parse(body) as { username?: string; email?: string; fullname?: string }) : {}
  const isOwn = user.username === client.username && user.email === `${client.username}@example.com`
  if (isOwn && user.fullname?.endsWith(` of ${client.username}`)) tally.own++
  else tally.wrong.push(`${client.username} was answered ${answer.status} ${body.slice(0, 200)}`)
  return true
}

/** Reads the session in a loop until the fault ends. */
async function read(app: RunningApp, client: ApiClient, tally: Tally, isOver: () => boolean) {
  while (!isOver()) await judge(await client.call(app, 'GET', '/api/session'), client, tally)
}

/** Changes the user’s name in a loop. Resolves to the number of the last acknowledged change. */
async function write(app: RunningApp, client: ApiClient, tally: Tally, isOver: () => boolean): Promise<number> {
  let acknowledged = 0
  for (let count = 1; !isOver(); count++) {
    const answer = await client.call(app, 'PATCH', '/api/profile', {
      fullname: nameOf(client.username, count),
      bio: '',
    })
    if (await judge(answer, client, tally)) acknowledged = count
  }
  return acknowledged
}

/** Asserts that each user's row contains that user's name, from the last acknowledged change or a later one. */
async function expectOwnRows(app: RunningApp, last: Map<string, number>) {
  const { rows } = await withOwnerClient(app, (client) => client.query('select username, fullname from users'))
  for (const { username, fullname } of rows as { username: string; fullname: string }[]) {
    assert.ok(fullname.endsWith(` of ${username}`), `${username} has the name "${fullname}"`)
    assert.ok(Number(/\d+/.exec(fullname)?.[0]) >= (last.get(username) ?? 0), `${username} lost an acknowledged change`)
  }
}

async function applyFault(app: RunningApp, clients: ApiClient[], { name, inject }: Fault): Promise<Tally> {
  const tally: Tally = { own: 0, refused: 0, wrong: [], lastRefusal: 0 }
  let over = false
  const isOver = () => over
  const last = new Map<string, number>()
  const loops = clients.flatMap((client) => [
    ...Array.from({ length: readersEach }, () => read(app, client, tally, isOver)),
    write(app, client, tally, isOver).then((count) => last.set(client.username, count)),
  ])
  await sleep(500)
  await inject(app)
  const ended = performance.now()
  const quietSince = () => Math.max(ended, tally.lastRefusal)
  while (performance.now() - quietSince() < quietMs && quietSince() - ended < recoverMs) await sleep(100)
  over = true
  await Promise.all(loops)
  assert.deepEqual(tally.wrong.slice(0, 3), [], `${name}: ${tally.wrong.length} wrong answers`)
  const refusedFor = quietSince() - ended
  assert.ok(refusedFor < recoverMs, `${name}: still refused ${Math.round(refusedFor)} ms after its end`)
  assert.ok(tally.own > people, `${name}: hardly anybody was answered`)
  await expectOwnRows(app, last)
  return tally
}

/**
 * Runs sixty concurrent requests of twelve users while the database is stopped, locked and killed. Asserts that each
 * user gets only their own data, and that each write changes only the row of its user. Resolves to one line of text per
 * fault, with the counts of responses and refusals. @throws AssertionError
 */
export async function assertAppSurvivesDatabaseFaults(rounds: number): Promise<string[]> {
  const app = await startApp({ PACE: '1000000' })
  const totals = new Map(faults.map(({ name }) => [name, { own: 0, refused: 0 }]))
  try {
    const clients: ApiClient[] = []
    for (let i = 0; i < people; i++) clients.push(await createApiClient(app, `person${i}`, nameOf(`person${i}`, 0)))
    for (let round = 0; round < rounds; round++)
      for (const fault of faults) {
        const { own, refused } = await applyFault(app, clients, fault)
        const total = totals.get(fault.name)
        if (total) Object.assign(total, { own: total.own + own, refused: total.refused + refused })
      }
  } finally {
    await app.stop()
  }
  return [...totals].map(([name, { own, refused }]) => `${name}: ${own} own, 0 of others, ${refused} refused`)
}
