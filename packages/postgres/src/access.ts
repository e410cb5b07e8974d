import { randomBytes } from 'node:crypto'
import { chownSync, closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CannotStart } from './failures.ts'
import type { User } from './run-as.ts'
import { runAsRole } from './superuser-session.ts'

export const SUPERUSER = 'postgres'
/** Owns the database and its tables. */
export const OWNER = 'pawtrait_owner'
/** The runtime role: rows, no tables. */
export const APP = 'pawtrait_app'

/** How roles prove themselves: by the cluster's own passwords, or not at all, in throw-away clusters. */
export type Access = 'passwords' | 'trust'

/** Of the roles that log in. */
export type Passwords = { owner: string; app: string }

const passwordFile = (cluster: string) => join(cluster, 'passwords.json')
const rulesFile = (cluster: string) => join(cluster, 'pg_hba.conf')

const header = '# Written by Pawtrait at each start; changes are lost.\n'

/** The two roles of the app, on its own database, by password. Nobody else, from nowhere. */
const closed = (database: string) =>
  `${header}local "${database}" ${OWNER},${APP} scram-sha-256\nlocal all all reject\nlocal replication all reject\n`

/** While a cluster of an earlier release is being closed: its superuser alone, behind the folder's lock. */
const closing = `${header}local all ${SUPERUSER} trust\nlocal all all reject\n`

/** What gives the roles their passwords and takes the log-in from everybody else. Their text is hexadecimal. */
export const closingStatements = ({ owner, app }: Passwords) => [
  `alter role ${OWNER} login password '${owner}'`,
  `alter role ${APP} login password '${app}'`,
  `alter role ${SUPERUSER} nologin`,
]

/** The passwords of a cluster; undefined where it has none. */
export function readPasswords(cluster: string): Passwords | undefined {
  try {
    return JSON.parse(readFileSync(passwordFile(cluster), 'utf8')) as Passwords
  } catch {
    return undefined
  }
}

/** The whole file or the old one, whatever happens meanwhile; only `user` may read it. */
function replaceFile(file: string, text: string, user: User) {
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

function makePasswords(cluster: string, user: User): Passwords {
  const made = { owner: randomBytes(32).toString('hex'), app: randomBytes(32).toString('hex') }
  replaceFile(passwordFile(cluster), JSON.stringify(made), user)
  return made
}

/** Closes a cluster that is being made: gives the statements that go with its rules. */
export function closeNew(cluster: string, database: string, user: User): string[] {
  replaceFile(rulesFile(cluster), closed(database), user)
  return closingStatements(makePasswords(cluster, user))
}

const MAY_NOT_LOG_IN = '28000' // invalid_authorization_specification

/** Of a cluster whose roles need none yet. A start that was killed may have made them before. */
function passwordsFor(cluster: string, rules: string, user: User): { passwords: Passwords; areNew: boolean } {
  const known = readPasswords(cluster)
  if (known) return { passwords: known, areNew: false }
  if (rules.startsWith(header))
    throw new CannotStart(`${passwordFile(cluster)} is missing or damaged: put it back from a copy of the data folder.`)
  return { passwords: makePasswords(cluster, user), areNew: true }
}

/**
 * Closes a cluster of an earlier release, whose roles needed no password; nothing to do for one that is closed. No
 * postmaster runs yet: `start` lends one for the while. Killed in between, the next start does it again.
 * @throws CannotStart when the cluster cannot be closed.
 */
export async function closeOld(
  { cluster, database, user, socketFolder }: { cluster: string; database: string; user: User; socketFolder: string },
  start: () => Promise<{ stop: () => Promise<void> }>,
): Promise<Passwords> {
  const rules = readFileSync(rulesFile(cluster), 'utf8')
  const { passwords, areNew } = passwordsFor(cluster, rules, user)
  if (rules === closed(database)) return passwords
  replaceFile(rulesFile(cluster), closing, user)
  const postmaster = await start()
  try {
    const session = { user: SUPERUSER, database: 'template1' }
    const refusal = await runAsRole(socketFolder, session, closingStatements(passwords))
    // Its log-in goes in one transaction with the passwords: without it, those of an earlier start are set.
    if (refusal !== undefined && (areNew || refusal !== MAY_NOT_LOG_IN))
      throw new CannotStart(`The database could not be closed to others (${refusal}).`)
  } finally {
    await postmaster.stop()
  }
  replaceFile(rulesFile(cluster), closed(database), user)
  return passwords
}
