import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { heldPhoto, listHeld } from '#features/media/listed/hold-listed.ts'
import { readHashList } from '#features/media/listed/read-hash-list.ts'
import { appointModerator, dismissModerator, listModerators } from '#features/moderation/appoint-moderator.ts'
import { verifyLog } from '#features/moderation/verify-log.ts'
import { type Context, contextOf, system } from '#platform/context.ts'
import { openSecrets } from '#platform/secrets.ts'
import type { Outcome } from './cli-backup.ts'
import { withDeps } from './cli-deps.ts'
import type { Config } from './config.ts'

const aPhotoId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

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

const readList = withContext(async (ctx) => {
  if (ctx.config.hashListUrl === '') return { lines: ['HASH_LIST_URL is not set: nothing is compared.'], isWell: false }
  return said(`${await readHashList(ctx)} pictures are on the list. What is sent from now on is compared with it.`)
})

const held = withContext(async (ctx) => {
  const all = await listHeld(ctx)
  if (all.length === 0) return said('Nothing is held.')
  return said(
    ...all.map(({ id, at, owner, username, hash }) =>
      [id, new Date(at).toISOString(), username ?? 'nobody', owner ?? '', hash].join('\t'),
    ),
  )
})

const copyHeld = (id: string, file: string) =>
  withContext(async (ctx) => {
    const photo = aPhotoId.test(id) ? await heldPhoto(ctx, id as PhotoId) : undefined
    const found = photo && (await ctx.storage.get(photo.original))
    if (!photo || !found) return { lines: [`Nothing is held as ${id}.`], isWell: false }
    await pipeline(found.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return said(`${file}: its SHA-256 as it was sent is ${photo.hash}. Nobody but the authority may have it.`)
  })

/** The command of these words; undefined when they are none. */
export function readModerationCommand([command, what, name, ...flags]: string[]): Command | undefined {
  if (command === 'log' && what === 'verify' && name === undefined) return verify
  if (command === 'hash-list' && what === undefined) return readList
  if (command === 'held' && what === undefined) return held
  if (command === 'held' && what && name && flags.length === 0) return copyHeld(what, name)
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
