import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from './errors.ts'
import { runStatementsAsRole } from './superuser-session.ts'
import type { SystemUser } from './system-user.ts'

export const SUPERUSER = 'postgres'
export const OWNER_ROLE = 'pawtrait_owner'
/** Database role of the running app. It may change rows, but not tables. */
export const APP_ROLE = 'pawtrait_app'

/**
 * Authentication with the cluster's passwords, or without any password (`trust`). `trust` is only for temporary
 * clusters.
 */
export type AuthenticationMode = 'passwords' | 'trust'

/** Passwords of the two database roles that can log in. */
export type Passwords = { owner: string; app: string }

const passwordFile = (cluster: string) => join(cluster, 'passwords.json')
const rulesFile = (cluster: string) => join(cluster, 'pg_hba.conf')

const header = '# Written by Pawtrait at each start; changes are lost.\n'

/** pg_hba rules that allow only the app's two roles, on the app's database, with a password. */
const buildAccessRules = (database: string) =>
  `${header}local "${database}" ${OWNER_ROLE},${APP_ROLE} scram-sha-256\n` +
  'local all all reject\nlocal replication all reject\n'

/** pg_hba rules during the upgrade of an older cluster. Only the superuser may connect, and the folder is locked. */
const upgradeRules = `${header}local all ${SUPERUSER} trust\nlocal all all reject\n`

/**
 * Returns SQL statements that set the roles' passwords and disable the superuser's login. Passwords are hexadecimal, so
 * they need no escaping.
 */
export const buildRestrictionSql = ({ owner, app }: Passwords) => [
  `alter role ${OWNER_ROLE} login password '${owner}'`,
  `alter role ${APP_ROLE} login password '${app}'`,
  `alter role ${SUPERUSER} nologin`,
]

/** Returns the passwords of a cluster, or undefined when the cluster has none. */
export function readPasswords(cluster: string): Passwords | undefined {
  try {
    return JSON.parse(readFileSync(passwordFile(cluster), 'utf8')) as Passwords
  } catch {
    return undefined
  }
}

/** Replaces a file atomically. Only `user` may read the file. */
function replaceFile(file: string, text: string, user: SystemUser) {
  const draft = `${file}.new`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  if (user) chownSync(draft, user.uid, user.gid)
  renameSync(draft, file)
  const folder = openSync(dirname(file), 'r')
  fsyncSync(folder)
  closeSync(folder)
}

function makePasswords(cluster: string, user: SystemUser): Passwords {
  const passwords = { owner: randomBytes(32).toString('hex'), app: randomBytes(32).toString('hex') }
  replaceFile(passwordFile(cluster), JSON.stringify(passwords), user)
  return passwords
}

/**
 * Limits access to a new cluster to the app's roles. The caller must also run the SQL statements that this function
 * returns.
 */
export function restrictNewCluster(cluster: string, database: string, user: SystemUser): string[] {
  replaceFile(rulesFile(cluster), buildAccessRules(database), user)
  return buildRestrictionSql(makePasswords(cluster, user))
}

const MAY_NOT_LOG_IN = '28000' // SQLSTATE invalid_authorization_specification: the superuser may not log in

/**
 * Returns the passwords for a cluster of an earlier release. Creates them, unless a start that was killed has already
 * created them.
 */
function readOrMakePasswords(
  cluster: string,
  rules: string,
  user: SystemUser,
): { passwords: Passwords; areNew: boolean } {
  const known = readPasswords(cluster)
  if (known) return { passwords: known, areNew: false }
  if (rules.startsWith(header))
    throw new CannotStart(`${passwordFile(cluster)} is missing or damaged: restore it from a copy of the data folder.`)
  return { passwords: makePasswords(cluster, user), areNew: true }
}

/**
 * Limits access to a cluster of an earlier release, in which roles needed no password. Does nothing when access is
 * already limited. Starts PostgreSQL for this change, and stops it again. If this process is killed midway, the next
 * start repeats the change.
 * @throws CannotStart when access cannot be limited.
 */
export async function restrictOldCluster(
  {
    cluster,
    database,
    user,
    socketFolder,
  }: { cluster: string; database: string; user: SystemUser; socketFolder: string },
  start: () => Promise<{ stop: () => Promise<void> }>,
): Promise<Passwords> {
  const rules = readFileSync(rulesFile(cluster), 'utf8')
  const { passwords, areNew } = readOrMakePasswords(cluster, rules, user)
  if (rules === buildAccessRules(database)) return passwords
  replaceFile(rulesFile(cluster), upgradeRules, user)
  const postmaster = await start()
  try {
    const session = { user: SUPERUSER, database: 'template1' }
    const refusal = await runStatementsAsRole(socketFolder, session, buildRestrictionSql(passwords))
    // One transaction sets the passwords and disables the superuser's login. So if the login is already disabled, an
    // earlier start has set the passwords.
    if (refusal !== undefined && (areNew || refusal !== MAY_NOT_LOG_IN))
      throw new CannotStart(`Access to the database could not be restricted (${refusal}).`)
  } finally {
    await postmaster.stop()
  }
  replaceFile(rulesFile(cluster), buildAccessRules(database), user)
  return passwords
}
