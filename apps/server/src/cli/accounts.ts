import type { StoredAgeBand } from '@pawtrait/contract/age-bands.ts'
import { recordGuardianAnswerByOperator } from '#features/age/answer-guardian-link.ts'
import { setAge } from '#features/age/set-age.ts'
import { eraseAccountNow } from '#features/erasure/erase-account.ts'
import { restoreUser } from '#features/erasure/restore-account.ts'
import { deleteAccountOf } from '#features/users/account/delete-account.ts'
import { findDeletedUser, findUserId } from '#features/users/account/soft-delete.ts'
import { type Context, createContext, systemCaller } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type Command, successWithText } from './command.ts'
import { withDependencies } from './dependencies.ts'

type Work = (ctx: Context) => Promise<string>

const notFound = (message: string) => new Problem('not-found', message)

const restoreAccount =
  (name: string): Work =>
  async (ctx) => {
    const deletedUser = await findDeletedUser(ctx.db, name.toLowerCase())
    if (deletedUser?.isUnder13)
      throw notFound(`${deletedUser.username} stated an age under 13. If this is wrong, run "age" first.`)
    const username = deletedUser && (await restoreUser(ctx, deletedUser.id))
    if (!username) throw notFound(`There is no account "${name}" that was deleted in the last 30 days.`)
    return `The account ${username} is restored. "reset-signin ${username}" prints a link to log in.\n`
  }

const deleteAccount =
  (name: string, now: boolean): Work =>
  async (ctx) => {
    const user = await findUserId(ctx.db, name.toLowerCase())
    if (!user) throw notFound(`There is no account with the username, email or id "${name}".`)
    if (now) await eraseAccountNow(ctx, user)
    else if (!(await deleteAccountOf(ctx, user))) return `The account ${name} was already deleted.\n`
    return now
      ? `The account ${name} is erased.\n`
      : `The account ${name} is deleted. The app erases it after 30 days.\n`
  }

const exportAccount =
  (name: string, file: string): Work =>
  async (ctx) => {
    const user = await findUserId(ctx.db, name.toLowerCase())
    if (!user) throw notFound(`There is no account with the username, email or id "${name}".`)
    const { exportToFile } = await import('#features/exports/export-to-file.ts')
    const { ownedData } = await import('#app/owned-data.ts')
    await exportToFile(ctx, ownedData, user, file)
    return `The data of ${name} is in ${file}. Give it to this user only.\n`
  }

const bands: Partial<Record<string, StoredAgeBand>> = { adult: '18-or-older', minor: '13-to-17' }

const changeAge =
  (name: string, band: StoredAgeBand): Work =>
  async (ctx) => {
    await setAge(ctx, name, band)
    return `${name}: ${band}\n`
  }

const recordGuardianAnswer =
  (name: string, confirms: boolean): Work =>
  async (ctx) => {
    await recordGuardianAnswerByOperator(ctx, name, confirms)
    return confirms
      ? `The guardian's consent for ${name} is recorded.\n`
      : `The account ${name} is hidden. The app erases it.\n`
  }

// Returns a command that changes an account. The running app executes the command's jobs (counters, mail) later.
const createUpdateCommand =
  (work: Work): Command =>
  ({ config }) =>
    withDependencies(config(), 'update', async (deps) => {
      const { createWorkers } = await import('#app/process/workers.ts')
      await deps.jobs.prepare(createWorkers(deps))
      return successWithText(await work(createContext(deps, systemCaller)))
    })

const createReadCommand =
  (work: Work): Command =>
  ({ config }) =>
    withDependencies(config(), 'read', async (deps) => successWithText(await work(createContext(deps, systemCaller))))

export function readAccountCommand([command, name, ...rest]: string[]): Command | undefined {
  if (name === undefined || name.startsWith('-')) return undefined
  if (command === 'restore-account' && rest.length === 0) return createUpdateCommand(restoreAccount(name))
  if (command === 'delete-account' && rest.every((word) => word === '--now'))
    return createUpdateCommand(deleteAccount(name, rest.length > 0))
  if (command === 'export-account' && rest[0] !== undefined && rest.length === 1)
    return createReadCommand(exportAccount(name, rest[0]))
  const band = bands[rest[0] ?? '']
  if (command === 'age' && band && rest.length === 1) return createUpdateCommand(changeAge(name, band))
  if (command === 'guardian' && rest.length === 1 && ['confirms', 'refuses'].includes(rest[0] ?? ''))
    return createUpdateCommand(recordGuardianAnswer(name, rest[0] === 'confirms'))
  return undefined
}
