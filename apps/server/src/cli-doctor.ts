import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { runningEmbedded } from '@pawtrait/postgres/running.ts'
import { countUnfinished } from '#features/media/finish-photo.ts'
import { compareFiles } from '#features/media/sweep-photos.ts'
import { listQueue } from '#features/payments/ledger/settle-by-hand.ts'
import { examineSuspicion } from '#features/users/sign-in/suspicion.ts'
import { systemClock } from '#platform/clock.ts'
import { contextOf, type Deps, system } from '#platform/context.ts'
import { type Connection, connect } from '#platform/db.ts'
import { examineDatabase } from '#platform/examine-database.ts'
import { examineReplicas } from '#platform/examine-replicas.ts'
import type { Finding } from '#platform/finding.ts'
import { readinessProblems } from '#platform/readiness.ts'
import { BadConfig } from '#platform/settings.ts'
import { backgroundLimits } from '#platform/time-limits.ts'
import { type Config, readConfig } from './config.ts'
import { connectionsOf } from './connection-shares.ts'
import { examineAddress, examineMail, examineRunning } from './examine-outside.ts'
import { examineFolder, examineKnownPepper, examinePepper } from './examine-place.ts'
import { examineStorage } from './examine-storage.ts'
import { openStorage } from './open-storage.ts'
import { clusterFolder } from './start-cluster.ts'

type Environment = Record<string, string | undefined>

/** How to reach the tables without starting or changing anything. */
function connectionsTo(config: Config): { app: Connection; owner: Connection } | undefined {
  if (config.databaseUrl) return { app: config.databaseUrl, owner: config.migrationDatabaseUrl || config.databaseUrl }
  try {
    const running = runningEmbedded(clusterFolder(config))
    return running && { app: running('app'), owner: running('owner') }
  } catch {
    return undefined // there is no cluster yet
  }
}

async function examineQueues(deps: Deps, now: Date): Promise<Finding[]> {
  const problems = await readinessProblems({ config: deps.config, database: deps.database, now })
  const late = problems.filter(({ field }) => field === 'jobs' || field === 'events')
  if (late.length === 0) return [{ what: 'queues', ok: true, says: 'no job and no event is late.' }]
  return late.map(({ message }) => ({
    what: 'queues',
    ok: false,
    says: `${message} The log says why, if the app runs.`,
  }))
}

const cutWords = 'have a file of another length than it was: "storage verify" names them.'

async function examinePhotos(deps: Deps, all: boolean): Promise<Finding[]> {
  const ctx = contextOf(deps, system)
  const unfinished = await countUnfinished(ctx)
  const { looked, missing, cut, stray } = await compareFiles(ctx, all)
  const among = all ? '' : ' of those looked at (--all looks at every one)'
  const madeWords =
    unfinished === 0
      ? 'none waits to be made.'
      : `${unfinished} were accepted and are not made: lines "photo-unfinished".`
  return [
    { what: 'photos', ok: unfinished === 0, says: madeWords },
    {
      what: 'files',
      ok: missing === 0,
      says:
        missing === 0
          ? `${looked} photos have theirs${among}.`
          : `${missing} photos${among} lack a file: restore them from a backup.`,
    },
    ...(cut === 0 ? [] : [{ what: 'files', ok: false, says: `${cut} photos${among} ${cutWords}` }]),
    {
      what: 'files',
      ok: stray === 0,
      says: stray === 0 ? `none is of no photo${among}.` : `${stray} are of no photo${among}: "sweep" removes them.`,
    },
  ]
}

async function examinePayments(deps: Deps): Promise<Finding> {
  const waiting = (await listQueue(contextOf(deps, system))).length
  const says = waiting === 0 ? 'nothing waits for a person.' : `${waiting} wait for a person: "payments" lists them.`
  return { what: 'payments', ok: waiting === 0, says }
}

/** What only the tables tell. */
async function examineTables(config: Config, app: Connection, all: boolean): Promise<Finding[]> {
  const database = connect(app, { max: 2, limits: backgroundLimits })
  const folder = join(config.dataDir, 'photos')
  // Nothing is written, sent or put on a queue: the rest of the dependencies is not asked for.
  const deps = { config, clock: systemClock, database } as Deps
  try {
    const hasPhotos =
      config.s3 !== null ||
      (await stat(folder)
        .then(() => true)
        .catch(() => false))
    const photos = hasPhotos ? await examinePhotos({ ...deps, storage: await openStorage(config) }, all) : []
    const pepper = await examineKnownPepper(config, database)
    const attack = await examineSuspicion(contextOf(deps, system))
    const queues = await examineQueues(deps, systemClock.now())
    return [...pepper, ...queues, ...photos, await examinePayments(deps), ...attack]
  } finally {
    await database.close()
  }
}

const cannot = (what: string) => (error: unknown) => [
  { what, ok: false, says: error instanceof Error ? error.message : 'cannot be read.' },
]

/** Only with NATS_URL is there anything to load. */
async function examineWakeUps({ natsUrls }: Config): Promise<Finding[]> {
  if (natsUrls.length === 0) return []
  const { examineNats } = await import('#platform/examine-nats.ts')
  return examineNats(natsUrls)
}

async function examineData(config: Config, all: boolean): Promise<Finding[]> {
  const connections = connectionsTo(config)
  if (!connections)
    return [{ what: 'database', ok: false, says: 'the embedded PostgreSQL does not run: start the app.' }]
  const needed = connectionsOf(config.processes, config.readDatabaseUrls.length > 0)
  const server = await examineDatabase(connections, needed, systemClock.now).catch(cannot('database'))
  // Tables of another release, or none, would only be misread.
  if (server.some(({ what, ok }) => !ok && (what === 'database' || what === 'schema'))) return server
  const replicas = await examineReplicas(connections.app, config.readDatabaseUrls).catch(cannot('replicas'))
  return [...server, ...replicas, ...(await examineTables(config, connections.app, all).catch(cannot('tables')))]
}

/**
 * Looks at an instance, beside the running app: settings, folder, database, queues, photos, mail, the app itself and
 * the address people type. Changes nothing, sends nothing, and says nothing secret.
 */
export async function examine(environment: Environment, all: boolean): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    return error.message.split('\n').map((says) => ({ what: 'settings', ok: false, says }))
  }
  const parts = await Promise.all([
    examineFolder(config),
    examinePepper(config),
    examineStorage(config),
    examineData(config, all),
    examineWakeUps(config),
    examineMail(config),
    examineRunning(config),
    examineAddress(config),
  ])
  return [{ what: 'settings', ok: true, says: `can be started, ${config.mode}.` }, ...parts.flat()]
}

/** The words after `doctor`, as they are printed; `ok` when nothing is wrong. */
export async function doctor(environment: Environment, words: string[]): Promise<{ text: string; ok: boolean }> {
  const findings = await examine(environment, words.includes('--all'))
  const wrong = findings.filter(({ ok }) => !ok).length
  const ok = wrong === 0
  if (words.includes('--json')) return { text: `${JSON.stringify({ ok, findings })}\n`, ok }
  const lines = findings.map((one) => `${one.ok ? '✓' : '✗'} ${one.what.padEnd(11)} ${one.says}`)
  return { text: `${lines.join('\n')}\n${ok ? 'Nothing is wrong.' : `${wrong} to look at.`}\n`, ok }
}
