import { appointModerator, dismissModerator, listModerators } from '#features/moderation/appoint-moderator.ts'
import { verifyLog } from '#features/moderation/verify-log.ts'
import { type Context, contextOf, system } from '#platform/context.ts'
import { openSecrets } from '#platform/secrets.ts'
import type { Outcome } from './cli-backup.ts'
import { withDeps } from './cli-deps.ts'
import type { Config } from './config.ts'

type Command = (config: Config) => Promise<Outcome>

const said = (...lines: string[]): Outcome => ({ lines, isWell: true })

const withContext =
  (work: (ctx: Context) => Promise<Outcome>): Command =>
  (config) =>
    withDeps(config, (deps) => work(contextOf(deps, system)))

const list = withContext(async (ctx) => {
  const all = await listModerators(ctx)
  if (all.length === 0) return said('Nobody moderates. Next: "moderator add <username>".')
  return said(...all.map(({ username, role, addedAt }) => `${username}\t${role}\t${new Date(addedAt).toISOString()}`))
})

const verify: Command = (config) =>
  withDeps(config, async (deps) => {
    const secrets = await openSecrets(config, 1)
    const { rows, heads, broken } = await verifyLog(contextOf({ ...deps, secrets }, system))
    if (broken) return { lines: [`Row ${broken.row}: ${broken.why}. Rows before it are as they were.`], isWell: false }
    return said(`Whole: ${rows} rows, ${heads} signed heads.`)
  })

/** The command of these words; undefined when they are none. */
export function readModerationCommand([command, what, name, ...flags]: string[]): Command | undefined {
  if (command === 'log' && what === 'verify' && name === undefined) return verify
  if (command !== 'moderator') return undefined
  if (what === 'list' && name === undefined) return list
  if (name === undefined) return undefined
  if (what === 'remove' && flags.length === 0)
    return withContext(async (ctx) => {
      await dismissModerator(ctx, name)
      return said(`${name} moderates no more.`)
    })
  if (what !== 'add' || flags.some((flag) => flag !== '--admin')) return undefined
  const role = flags.length > 0 ? 'admin' : 'moderator'
  return withContext(async (ctx) => {
    await appointModerator(ctx, name, role)
    return said(`${name} moderates now, as ${role}: /moderation.`)
  })
}
