import { execFile, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { APP_ROLE, type AuthenticationMode, OWNER_ROLE, restrictNewCluster, SUPERUSER } from './access.ts'
import type { Binaries } from './binaries.ts'
import { CannotStart, formatErrorOutput } from './errors.ts'
import {
  buildPostgresEnvironment,
  buildUserCommand,
  changeOwner,
  findInitdbUser,
  findPostmasterUser,
  type SystemUser,
} from './system-user.ts'

const runFile = promisify(execFile)

// The builtin provider sorts by code point and maps case beyond ASCII, identically on every machine. pg_trgm classifies
// letters with the C library, so `LETTERS` also sets a UTF-8 locale for the C library.
const LOCALE = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
const LETTERS = process.platform === 'linux' ? ['--lc-ctype=C.UTF-8'] : ['--lc-ctype=en_US.UTF-8']

/**
 * SQL that allows the owner role to copy the running cluster. Streaming replication remains off (`max_wal_senders`).
 */
const allowBackup = [
  `alter role ${OWNER_ROLE} replication`,
  `grant execute on function pg_backup_start(text, boolean), pg_backup_stop(boolean) to ${OWNER_ROLE}`,
]

/** Extensions that the app's tables need. @NOTE Keep in sync with `deploy/postgresql/database.sql`. */
export const requiredExtensions = ['pg_trgm', 'citext', 'unaccent', 'btree_gist']

const buildSetupSql = (database: string) => [
  `create role ${OWNER_ROLE} login`,
  `create role ${APP_ROLE} login`,
  ...allowBackup,
  // Runs these statements in template1, so that later databases have the extensions too.
  ...requiredExtensions.map((name) => `create extension ${name}`),
  `create database "${database}" owner ${OWNER_ROLE}`,
  `revoke temporary on database "${database}" from public`,
]

type Log = (line: string) => void

type Offline = { cluster: string; user: SystemUser; database: string }

/** Runs statements in PostgreSQL's single-user mode. @throws CannotStart with the first error. */
async function runOffline(binaries: Binaries, { cluster, user, database }: Offline, statements: string[]) {
  const flags = ['--single', '-j', '-c', 'exit_on_error=on', '-c', 'log_min_messages=fatal', '-D', cluster, database]
  const [command, args] = buildUserCommand(user, binaries.postgres, flags)
  const single = spawn(command, args, { cwd: '/', env: buildPostgresEnvironment(), stdio: ['pipe', 'ignore', 'pipe'] })
  let errors = ''
  single.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  single.stdin.on('error', () => {}) // The process ended early. Its error output contains the reason.
  single.stdin.end(statements.map((statement) => `${statement};\n\n`).join(''))
  const code = await new Promise((resolve) => single.on('close', resolve))
  if (code !== 0 || errors.includes('FATAL'))
    throw new CannotStart(`The database could not be set up: ${formatErrorOutput(errors)}`)
}

const BACKUP_ALLOWED = 'backup-allowed'

/**
 * Allows backups in a cluster of an earlier release. Runs before PostgreSQL starts. The app starts even if this fails,
 * for instance on a full disk. Each backup then reports the reason.
 */
export async function allowBackupInOldCluster(binaries: Binaries, { cluster, user, database }: Offline, log: Log) {
  const marker = join(cluster, BACKUP_ALLOWED)
  if (existsSync(marker)) return
  // PostgreSQL's single-user mode needs a user id that has a name, as initdb does.
  const initdbUser = findInitdbUser()
  changeOwner(initdbUser, cluster)
  try {
    await runOffline(binaries, { cluster, user: initdbUser, database }, allowBackup)
    writeFileSync(marker, '')
  } catch (error) {
    log(
      `Backups of this database do not work yet, because this start could not allow them: ${formatErrorOutput(error)}`,
    )
  } finally {
    changeOwner(user, cluster)
  }
}

/**
 * Creates the cluster with roles and database unless it exists. Fills a temporary folder and then renames it, so a
 * start that is killed leaves no half-finished cluster.
 * @throws CannotStart when the folder contains a database of another name, or when the creation fails.
 */
export async function makeCluster(
  binaries: Binaries,
  {
    cluster,
    database,
    access,
    durable,
  }: { cluster: string; database: string; access: AuthenticationMode; durable: boolean },
) {
  const nameFile = join(cluster, 'database-name')
  if (existsSync(cluster)) {
    const existingName = readFileSync(nameFile, 'utf8')
    if (existingName !== database)
      throw new CannotStart(`${cluster} contains the database "${existingName}", not "${database}".`)
    return
  }
  const draft = `${cluster}.new`
  const initdbUser = findInitdbUser()
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(initdbUser, draft)
  const flags = [`--username=${SUPERUSER}`, '--auth=trust', '--no-instructions', ...LOCALE, ...LETTERS, '-D', draft]
  const [command, args] = buildUserCommand(initdbUser, binaries.initdb, durable ? flags : [...flags, '--no-sync'])
  try {
    await runFile(command, args, { cwd: '/', env: buildPostgresEnvironment() })
  } catch (error) {
    throw new CannotStart(`initdb failed in ${draft}: ${formatErrorOutput(error)}`)
  }
  const restrictionSql = access === 'passwords' ? restrictNewCluster(draft, database, initdbUser) : []
  await runOffline(binaries, { cluster: draft, user: initdbUser, database: 'template1' }, [
    ...buildSetupSql(database),
    ...restrictionSql,
  ])
  writeFileSync(join(draft, 'database-name'), database)
  writeFileSync(join(draft, BACKUP_ALLOWED), '')
  changeOwner(findPostmasterUser(cluster), draft)
  renameSync(draft, cluster)
}
