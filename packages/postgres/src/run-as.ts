import { execFileSync } from 'node:child_process'
import { chownSync, lchownSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CannotStart, lastOutputOf } from './failures.ts'

/** Whom PostgreSQL's programs run as. `undefined` means as ourselves. */
export type User = { uid: number; gid: number } | undefined

// No account has this id and Debian hands it to nobody on its own (policy 9.2.2: 1000–59999, upwards), so no other
// service shares the data, as would happen with `nobody`.
const KEEPER = { uid: 59_432, gid: 59_432 }

const isRoot = () => process.getuid?.() === 0

/** The user of the postmaster: ourselves, unless we are root; then whoever owns the cluster, else an id of its own. */
export function keeperOf(cluster: string): User {
  if (!isRoot()) return undefined
  const owner = statSync(cluster, { throwIfNoEntry: false })
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : KEEPER
}

/** The user of initdb, which wants one with a name. @throws CannotStart when the machine has root only. */
export function makerOf(): User {
  if (!isRoot()) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
    .filter(([, , uid]) => Number(uid) > 0)
  const chosen = users.find(([name]) => name === 'nobody') ?? users[0]
  if (!chosen) throw new CannotStart('PostgreSQL refuses root, and /etc/passwd names no other user to run it as.')
  return { uid: Number(chosen[2]), gid: Number(chosen[3]) }
}

// PostgreSQL refuses root. The other user keeps one right of root's, passing folders that are closed to it, because
// data and binaries may lie below root's home. initdb looks for its sibling with access(2), which drops rights of users
// that are not root unless the last flag says otherwise.
const asUser = ({ uid, gid }: NonNullable<User>) => [
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--securebits=+no_setuid_fixup',
]

// The kernel asks the postmaster for a fast shutdown when we die, even by SIGKILL.
const WITH_US = ['--pdeathsig=INT']

let setprivWorks: boolean | undefined

function hasSetpriv(): boolean {
  if (setprivWorks === undefined)
    try {
      execFileSync('setpriv', [...WITH_US, 'true'], { stdio: 'ignore', env: cleanEnvironment() })
      setprivWorks = true
    } catch {
      setprivWorks = false // not Linux, or a small one
    }
  return setprivWorks
}

/** Checks once, before anything is made, that we can start a program as `user`. @throws CannotStart with one line. */
export function checkUser(user: User, program: string) {
  if (!user) return
  const [command, args] = commandAs(user, program, ['--version'])
  try {
    execFileSync(command, args, { cwd: '/', stdio: 'pipe', env: cleanEnvironment() })
  } catch (error) {
    throw new CannotStart(
      `PostgreSQL refuses root and cannot be started as another user here (${lastOutputOf(error)}): ` +
        'start as an ordinary user, with DATA_DIR in a folder of its own.',
    )
  }
}

/** The command line that runs `program` as `user`, ending with us where the kernel can see to it. */
export function commandAs(user: User, program: string, args: string[]): [command: string, args: string[]] {
  if (user) return ['setpriv', [...asUser(user), ...WITH_US, '--', program, ...args]]
  return hasSetpriv() ? ['setpriv', [...WITH_US, '--', program, ...args]] : [program, args]
}

/** What PostgreSQL's programs see of our environment: no PG* variables, whatever the shell holds. */
export function cleanEnvironment(): Record<string, string> {
  return { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LC_ALL: 'C', TZ: 'UTC' }
}

/** Gives a folder and all in it to `user`; nothing to do when that is ourselves. */
export function giveTo(user: User, folder: string) {
  if (!user) return
  chownSync(folder, user.uid, user.gid)
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(folder, name), user.uid, user.gid)
}
