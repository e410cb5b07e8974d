import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { examineBackup } from '#app/backup/examine-backup.ts'
import { type Config, readConfig } from '#app/config/config.ts'
import { computeTotalConnections } from '#app/config/database-connections.ts'
import { buildLocalUrl, readAppAddress } from '#app/process/address-file.ts'
import { openStorage } from '#app/process/open-storage.ts'
import { getClusterFolder } from '#app/process/start-cluster.ts'
import { createWorkers } from '#app/process/workers.ts'
import { countUnfinishedPhotos } from '#features/media/finish-photo.ts'
import { comparePhotosWithFiles } from '#features/media/sweep-photos.ts'
import { listOperatorOnlyReports } from '#features/moderation/operator-only-reports.ts'
import { listOperatorQueue } from '#features/payments/ledger/settle-by-hand.ts'
import { examineSuspicion } from '#features/sign-in/log-in/suspicion.ts'
import { examineTimeZones } from '#features/users/account/stored-time-zones.ts'
import { systemClock } from '#platform/clock.ts'
import { createContext, type Deps, systemCaller } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { examineDatabase } from '#platform/database/examine-database.ts'
import { backgroundLimits } from '#platform/database/time-limits.ts'
import type { Finding } from '#platform/finding.ts'
import { findLateWork, lateLimits } from '#platform/jobs/late-work.ts'
import { releaseName } from '#platform/process/release.ts'
import { examineReplicas } from '#platform/replicas/examine-replicas.ts'
import { BadConfig } from '#platform/settings.ts'
import type { Command, CommandContext } from './command.ts'
import { examineCertificate } from './examine-certificate.ts'
import {
  examineDataFolder,
  examinePepper,
  examinePepperCopies,
  examineRegisteredPepper,
} from './examine-data-folder.ts'
import {
  examineHashList,
  examineMail,
  examinePublicUrl,
  examinePushContact,
  examineRunningApp,
} from './examine-network.ts'
import { examineStorage } from './examine-storage.ts'

type Environment = CommandContext['environment']

/** Returns connections to the database, or undefined if the embedded database does not run. */
function findConnections(config: Config): { app: Connection; owner: Connection } | undefined {
  if (config.databaseUrl) return { app: config.databaseUrl, owner: config.migrationDatabaseUrl || config.databaseUrl }
  try {
    const running = findRunningEmbedded(getClusterFolder(config))
    return running && { app: running('app'), owner: running('owner') }
  } catch {
    return undefined // the embedded database does not exist yet
  }
}

async function examineQueues(deps: Deps, now: Date): Promise<Finding[]> {
  const late = await findLateWork(deps.database, now, lateLimits(createWorkers(deps)))
  if (late.length === 0) return [{ what: 'queues', ok: true, says: 'no job and no event is late.' }]
  return late.map(({ queue, seconds }) => {
    const waits = `has waited for ${Math.floor(seconds / 60)} minutes`
    const says =
      queue === null ? `An event ${waits}: see log lines "events".` : `A job "${queue}" ${waits}: see log lines "jobs".`
    return { what: 'queues', ok: false, says: `${says} If the app runs, they give the reason.` }
  })
}

const truncatedHint = 'have a file of the wrong length: "storage verify" lists them.'

async function examinePhotos(deps: Deps, all: boolean): Promise<Finding[]> {
  const ctx = createContext(deps, systemCaller)
  const unfinished = await countUnfinishedPhotos(ctx)
  const { looked, missing, cut, stray } = await comparePhotosWithFiles(ctx, all)
  const among = all ? '' : ' among those checked (--all checks every photo)'
  const photoText =
    unfinished === 0
      ? 'all accepted photos are processed.'
      : `${unfinished} were accepted but are not processed: see log lines "photo-unfinished".`
  return [
    { what: 'photos', ok: unfinished === 0, says: photoText },
    {
      what: 'files',
      ok: missing === 0,
      says:
        missing === 0
          ? `all files exist of ${looked} photos${among}.`
          : `${missing} photos${among} lack a file: restore them from a backup.`,
    },
    ...(cut === 0 ? [] : [{ what: 'files', ok: false, says: `${cut} photos${among} ${truncatedHint}` }]),
    {
      what: 'files',
      ok: stray === 0,
      says:
        stray === 0
          ? `each file belongs to a photo${among}.`
          : `${stray} belong to no photo${among}: "sweep" deletes them.`,
    },
  ]
}

async function examinePayments(deps: Deps): Promise<Finding> {
  const waiting = (await listOperatorQueue(createContext(deps, systemCaller))).length
  const says = waiting === 0 ? 'none needs the operator.' : `${waiting} need the operator: "payments" lists them.`
  return { what: 'payments', ok: waiting === 0, says }
}

async function examineReports(deps: Deps): Promise<Finding> {
  const { length: waiting } = await listOperatorOnlyReports(createContext(deps, systemCaller))
  const says =
    waiting === 0
      ? 'none needs the operator.'
      : `no moderator may decide ${waiting} reports about the team: "moderator reports" lists them.`
  return { what: 'reports', ok: waiting === 0, says }
}

const toFailedFinding = (what: string) => (error: unknown) => [
  { what, ok: false, says: error instanceof Error ? error.message : 'could not be checked.' },
]

/** Runs one group of checks. An error becomes a finding, so that the other groups still run. */
const runChecks = (what: string, work: () => Promise<Finding | Finding[]>): Promise<Finding[]> =>
  work().then((found) => [found].flat(), toFailedFinding(what))

async function examineTables(config: Config, app: Connection, all: boolean): Promise<Finding[]> {
  const database = connect(app, { max: 2, limits: backgroundLimits, timeZone: config.timeZone })
  const folder = join(config.dataDir, 'photos')
  // The cast to `Deps` is safe, because the checks below use no other dependencies.
  const deps = { config, clock: systemClock, database } as Deps
  const ctx = createContext(deps, systemCaller)
  try {
    const hasPhotos = config.s3 !== null || existsSync(folder)
    return [
      ...(await runChecks('pepper', () => examineRegisteredPepper(config, database))),
      ...(await runChecks('queues', () => examineQueues(deps, systemClock.now()))),
      ...(hasPhotos
        ? await runChecks('photos', async () => examinePhotos({ ...deps, storage: await openStorage(config) }, all))
        : []),
      ...(await runChecks('payments', () => examinePayments(deps))),
      ...(await runChecks('reports', () => examineReports(deps))),
      ...(await runChecks('attack', () => examineSuspicion(ctx))),
      ...(await runChecks('time zones', () => examineTimeZones(ctx))),
    ]
  } finally {
    await database.close()
  }
}

async function examineWakeUps({ natsUrls }: Config): Promise<Finding[]> {
  if (natsUrls.length === 0) return []
  const { examineNats } = await import('#platform/nats/examine-nats.ts')
  return examineNats(natsUrls)
}

async function examineData(config: Config, all: boolean): Promise<Finding[]> {
  const connections = findConnections(config)
  if (!connections)
    return [{ what: 'database', ok: false, says: 'the embedded PostgreSQL is not running: start the app.' }]
  const needed = computeTotalConnections(config.processes, config.readDatabaseUrls.length > 0)
  const server = await examineDatabase(connections, needed, systemClock.now).catch(toFailedFinding('database'))
  // If the schema is of another release, the queries of the further checks would fail or give wrong results.
  if (server.some(({ what, ok }) => !ok && (what === 'database' || what === 'schema'))) return server
  const replicas = await examineReplicas(connections.app, config.readDatabaseUrls).catch(toFailedFinding('replicas'))
  return [
    ...server,
    ...replicas,
    ...(await examineTables(config, connections.app, all).catch(toFailedFinding('tables'))),
  ]
}

/** Checks all parts of an instance. Changes nothing, sends nothing, and prints no secrets. */
export async function examineInstance(environment: Environment, all: boolean): Promise<Finding[]> {
  let config: Config
  try {
    config = readConfig(environment)
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    return error.message.split('\n').map((says) => ({ what: 'settings', ok: false, says }))
  }
  // Prefers the addresses that the running app stored, because its settings may differ from those of this command.
  const runningApp = await readAppAddress(config)
  const localUrl = runningApp?.localUrl ?? buildLocalUrl(config)
  const publicUrl = environment.PUBLIC_URL ? config.publicUrl : (runningApp?.publicUrl ?? config.publicUrl)
  const parts = await Promise.all([
    examineDataFolder(config),
    examinePepper(config),
    runChecks('pepper', () => examinePepperCopies(config)),
    runChecks('storage', () => examineStorage(config)),
    examineBackup(config, systemClock.now()),
    examineCertificate(config, systemClock.now()),
    examineData(config, all),
    runChecks('nats', () => examineWakeUps(config)),
    runChecks('mail', () => examineMail(config)),
    runChecks('hash list', () => examineHashList(config)),
    examineRunningApp(config, localUrl),
    examinePublicUrl(publicUrl, localUrl),
  ])
  return [
    { what: 'release', ok: true, says: `${releaseName}.` },
    { what: 'settings', ok: true, says: `are valid, mode ${config.mode}.` },
    examinePushContact(config),
    ...parts.flat(),
  ]
}

const doctor =
  (flags: string[]): Command =>
  async ({ environment }) => {
    const findings = await examineInstance(environment, flags.includes('--all'))
    const faultCount = findings.filter(({ ok }) => !ok).length
    const isWell = faultCount === 0
    if (flags.includes('--json')) return { lines: [JSON.stringify({ ok: isWell, findings })], isWell }
    const lines = findings.map(({ what, ok, says }) => `${ok ? '✓' : '✗'} ${what.padEnd(11)} ${says}`)
    return { lines: [...lines, isWell ? 'Nothing is wrong.' : `Faults: ${faultCount}.`], isWell }
  }

export const readDoctorCommand = ([, ...flags]: string[]): Command | undefined =>
  flags.every((flag) => ['--all', '--json'].includes(flag)) ? doctor(flags) : undefined
