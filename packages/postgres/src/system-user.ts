import { execFileSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart, formatErrorOutput } from './errors.ts'

/** User id and group id for PostgreSQL's programs. Undefined means the current user. */
export type SystemUser = { uid: number; gid: number } | undefined

// User id of PostgreSQL when root starts the app. Usually no account has this id: Debian assigns 1000 to 59999 in
// ascending order (policy 9.2.2). A shared system account would be unsafe, because other services of that account could
// read the data.
const DEFAULT_USER = { uid: 59_432, gid: 59_432 }

const isRoot = () => process.getuid?.() === 0

/**
 * Returns the user who runs the postmaster. If root starts the app, this is the cluster's owner, or DEFAULT_USER for a
 * new cluster. Otherwise it is the current user.
 */
export function findPostmasterUser(cluster: string): SystemUser {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : DEFAULT_USER
}

/**
 * Returns a user with an entry in /etc/passwd, which initdb requires. @throws CannotStart when root is the only user.
 */
export function findInitdbUser(): SystemUser {
  if (!isRoot()) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([, , uid]) => Number(uid) > 0)
  const chosen = users.find(([name]) => name === 'nobody') ?? users[0]
  if (!chosen)
    throw new CannotStart(
      'PostgreSQL refuses to run as root, and /etc/passwd names no other user: create a user for it.',
    )
  return { uid: Number(chosen[2]), gid: Number(chosen[3]) }
}

// PostgreSQL refuses to run as root. Its user keeps root's capability `dac_override`, because data and programs may be
// in root's home. initdb checks for the program `postgres` with access(2). The flag `no_setuid_fixup` makes access(2)
// respect that capability.
const buildUserFlags = ({ uid, gid }: NonNullable<SystemUser>) => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
]

// The kernel requests a fast shutdown of the postmaster when this process dies, even by SIGKILL.
const PARENT_DEATH_FLAGS = ['--pdeathsig=INT']

let setprivWorks: boolean | undefined

function hasSetpriv(): boolean {
  if (setprivWorks === undefined)
    try {
      execFileSync('setpriv', [...PARENT_DEATH_FLAGS, 'true'], { stdio: 'ignore', env: buildPostgresEnvironment() })
      setprivWorks = true
    } catch {
      setprivWorks = false // The program setpriv is missing, because the system is not Linux or lacks util-linux.
    }
  return setprivWorks
}

/** Checks that `user` can run a program, before anything is created. @throws CannotStart with one line. */
export function assertCanRunAs(user: SystemUser, program: string) {
  if (!user) return
  const [command, args] = buildUserCommand(user, program, ['--version'])
  try {
    execFileSync(command, args, { cwd: '/', stdio: 'pipe', env: buildPostgresEnvironment() })
  } catch (error) {
    throw new CannotStart(
      `PostgreSQL refuses to run as root, and cannot run as another user here (${formatErrorOutput(error)}): ` +
        'start as an ordinary user, with DATA_DIR in a folder of that user.',
    )
  }
}

/** Returns the command that runs `program` as `user`. With `setpriv`, the program ends when this process ends. */
export function buildUserCommand(user: SystemUser, program: string, args: string[]): [command: string, args: string[]] {
  if (user) return ['setpriv', [...buildUserFlags(user), ...PARENT_DEATH_FLAGS, '--', program, ...args]]
  return hasSetpriv() ? ['setpriv', [...PARENT_DEATH_FLAGS, '--', program, ...args]] : [program, args]
}

/** Returns the environment of PostgreSQL's programs, without the PG* variables of the shell. */
export function buildPostgresEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
}

/** Changes the owner of a folder and its content to `user`. Does nothing if `user` is undefined. */
export function changeOwner(user: SystemUser, folder: string) {
  if (!user) return
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), user.uid, user.gid)
}
