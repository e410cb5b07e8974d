import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from './errors.ts'
import type { SystemUser } from './run-as.ts'
import { runAsRole } from './superuser-session.ts'

export const SUPERUSER = 'postgres'
export const OWNER_ROLE = 'pawtrait_owner'
/** Runtime role: may change rows, not tables. */
export const APP_ROLE = 'pawtrait_app'

/** Authentication with the passwords of the cluster, or without any (`trust`), for throw-away clusters. */
export type AuthenticationMode = 'passwords' | 'trust'

/** Passwords of the two login roles. */
export type Passwords = { owner: string; app: string }

const passwordFile = (cluster: string) => join(cluster, 'passwords.json')
const rulesFile = (cluster: string) => join(cluster, 'pg_hba.conf')

const header = '# Written by Pawtrait at each start; changes are lost.\n'

/** pg_hba rules: only the app's two roles, on the app's database, with a password. */
const closed = (database: string) =>
  `${header}local "${database}" ${OWNER_ROLE},${APP_ROLE} scram-sha-256\n` +
  'local all all reject\nlocal replication all reject\n'

/** pg_hba rules during the upgrade of an older cluster: only the superuser may connect, while the folder is locked. */
const closing = `${header}local all ${SUPERUSER} trust\nlocal all all reject\n`

/**
 * Statements that set the roles' passwords and disable the superuser's login. Passwords are hexadecimal, so quoting is
 * safe.
 */
export const restrictionStatements = ({ owner, app }: Passwords) => [
  `alter role ${OWNER_ROLE} login password '${owner}'`,
  `alter role ${APP_ROLE} login password '${app}'`,
  `alter role ${SUPERUSER} nologin`,
]

/** Returns a cluster's passwords; undefined when it has none. */
export function readPasswords(cluster: string): Passwords | undefined {
  try {
    return JSON.parse(readFileSync(passwordFile(cluster), 'utf8')) as Passwords
  } catch {
    return undefined
  }
}

/** Replaces a file atomically; only `user` may read it. */
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

/** Limits access to a new cluster to the app's roles. The caller must also run the returned SQL statements. */
export function restrictNewCluster(cluster: string, database: string, user: SystemUser): string[] {
  replaceFile(rulesFile(cluster), closed(database), user)
  return restrictionStatements(makePasswords(cluster, user))
}

const MAY_NOT_LOG_IN = '28000' // SQLSTATE invalid_authorization_specification

/** Returns the passwords for a cluster of an earlier release, and creates them unless a killed start has done so. */
function passwordsFor(cluster: string, rules: string, user: SystemUser): { passwords: Passwords; areNew: boolean } {
  const known = readPasswords(cluster)
  if (known) return { passwords: known, areNew: false }
  if (rules.startsWith(header))
    throw new CannotStart(`${passwordFile(cluster)} is missing or damaged: put it back from a copy of the data folder.`)
  return { passwords: makePasswords(cluster, user), areNew: true }
}

/**
 * Limits access to a cluster of an earlier release, in which roles needed no password. Does nothing when access is
 * limited already. Starts PostgreSQL for this, and stops it again. If killed midway, the next start repeats it.
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
  const { passwords, areNew } = passwordsFor(cluster, rules, user)
  if (rules === closed(database)) return passwords
  replaceFile(rulesFile(cluster), closing, user)
  const postmaster = await start()
  try {
    const session = { user: SUPERUSER, database: 'template1' }
    const refusal = await runAsRole(socketFolder, session, restrictionStatements(passwords))
    // The passwords are set and the superuser's login is disabled in one transaction. So if the login is disabled
    // already, an earlier start has set the passwords.
    if (refusal !== undefined && (areNew || refusal !== MAY_NOT_LOG_IN))
      throw new CannotStart(`The database could not be closed to others (${refusal}).`)
  } finally {
    await postmaster.stop()
  }
  replaceFile(rulesFile(cluster), closed(database), user)
  return passwords
}
