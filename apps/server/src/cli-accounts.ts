import type { KeptAgeBand } from '@pawtrait/contract/age.ts'
import { answerByOperator } from '#features/age/answer-for-minor.ts'
import { setAge } from '#features/age/tell-age.ts'
import { deleteAccountOf } from '#features/erasure/delete-account.ts'
import { eraseAtOnce } from '#features/erasure/erase-account.ts'
import { bringBack } from '#features/erasure/restore-account.ts'
import { exportToFile } from '#features/exports/export-to-file.ts'
import { departedUser, userNamed } from '#features/users/account/leave.ts'
import { type Context, contextOf, system } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { withDeps } from './cli-deps.ts'
import type { Config } from './config.ts'
import { ownedData } from './owned-data.ts'
import { workers } from './workers.ts'

/** Does it and gives what is printed. */
type Command = (ctx: Context) => Promise<string>

const notFound = (words: string) => new Problem('not-found', words)

const restore =
  (name: string): Command =>
  async (ctx) => {
    const departed = await departedUser(ctx.db, name.toLowerCase())
    const username = departed && (await bringBack(ctx, departed.id))
    if (!username) throw notFound(`Nobody called "${name}" has deleted their account within 30 days.`)
    return `${username} is back. "reset-signin ${username}" makes a link with which they log in.\n`
  }

const remove =
  (name: string, now: boolean): Command =>
  async (ctx) => {
    const user = await userNamed(ctx.db, name.toLowerCase())
    if (!user) throw notFound(`Nobody here is called "${name}", or has that id.`)
    if (now) await eraseAtOnce(ctx, user)
    else if (!(await deleteAccountOf(ctx, user))) return `${name} has been deleted already.\n`
    return now ? `${name} is erased.\n` : `${name} is deleted, and erased after 30 days.\n`
  }

const exportTo =
  (name: string, file: string): Command =>
  async (ctx) => {
    const user = await userNamed(ctx.db, name.toLowerCase())
    if (!user) throw notFound(`Nobody here is called "${name}", or has that id.`)
    await exportToFile(ctx, ownedData, user, file)
    return `All that ${name} has here is in ${file}. It is for them alone.\n`
  }

const bands: Partial<Record<string, KeptAgeBand>> = { adult: '18-or-older', minor: '13-to-17' }

const age =
  (name: string, band: KeptAgeBand): Command =>
  async (ctx) => {
    await setAge(ctx, name, band)
    return `${name}: ${band}\n`
  }

const guardian =
  (name: string, confirms: boolean): Command =>
  async (ctx) => {
    await answerByOperator(ctx, name, confirms)
    return confirms ? `${name} is confirmed.\n` : `${name} is hidden, and the app erases the account.\n`
  }

/** The command of these words; undefined when they are none. */
export function readAccountCommand(words: (string | undefined)[]): Command | undefined {
  const [command, name, ...rest] = words.filter((word) => word !== undefined)
  if (name === undefined) return undefined
  if (command === 'restore-account' && rest.length === 0) return restore(name)
  if (command === 'delete-account' && rest.every((word) => word === '--now')) return remove(name, rest.length > 0)
  if (command === 'export-account' && rest[0] !== undefined && rest.length === 1) return exportTo(name, rest[0])
  const band = bands[rest[0] ?? '']
  if (command === 'age' && band && rest.length === 1) return age(name, band)
  if (command === 'guardian' && rest.length === 1 && ['confirms', 'refuses'].includes(rest[0] ?? ''))
    return guardian(name, rest[0] === 'confirms')
  return undefined
}

/** Runs a command beside a running app, whose jobs mend numbers and write letters, or without one. */
export const runAccountCommand = (config: Config, command: Command): Promise<string> =>
  withDeps(config, async (deps) => {
    await deps.jobs.prepare(workers(deps))
    return command(contextOf(deps, system))
  })
