import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { refreshHashList } from '#features/media/known-hashes/refresh-hash-list.ts'
import { findEvidencePhoto, listEvidencePhotos } from '#features/media/known-hashes/refuse-known-picture.ts'
import { appointModerator, dismissModerator, listModerators } from '#features/moderation/appoint-moderator.ts'
import { verifyLog } from '#features/moderation/log/verify-log.ts'
import { listOperatorOnlyReports } from '#features/moderation/operator-only-reports.ts'
import { type Context, createContext, systemCaller } from '#platform/context.ts'
import { type Command, type CommandOutcome, successWithLines } from './command.ts'
import { openCommandSecrets, withDependencies } from './dependencies.ts'

const photoIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Work = (ctx: Context) => Promise<CommandOutcome>

const createReadCommand =
  (work: Work): Command =>
  ({ config }) =>
    withDependencies(config(), 'read', (deps) => work(createContext(deps, systemCaller)))

const createUpdateCommand =
  (work: Work): Command =>
  ({ config }) =>
    withDependencies(config(), 'update', (deps) => work(createContext(deps, systemCaller)))

const printModerators = createReadCommand(async (ctx) => {
  const moderators = await listModerators(ctx)
  if (moderators.length === 0)
    return successWithLines('There are no moderators. Add one with "moderator add <username>".')
  return successWithLines(
    ...moderators.map(({ username, role, addedAt }) => `${username}\t${role}\t${new Date(addedAt).toISOString()}`),
  )
})

const printOperatorOnlyReports = createReadCommand(async (ctx) => {
  const reports = await listOperatorOnlyReports(ctx)
  if (reports.length === 0) return successWithLines('A moderator or an admin can decide every report about the team.')
  return successWithLines(
    ...reports.map(({ id, at, kind, reason, username, note }) =>
      [id, new Date(at).toISOString(), kind, reason, username, JSON.stringify(note)].join('\t'),
    ),
  )
})

const withSecrets =
  (access: 'read' | 'update', work: Work): Command =>
  ({ config }) =>
    withDependencies(config(), access, async (deps) => {
      const secrets = await openCommandSecrets(deps.config)
      return work(createContext({ ...deps, secrets }, systemCaller))
    })

const verifyModerationLog = (expected?: string) =>
  withSecrets('read', async (ctx) => {
    const { rows, heads, withoutMac, broken } = await verifyLog(ctx, expected)
    if (broken) return { lines: [`Row ${broken.row}: ${broken.why}. The rows before it are unchanged.`], isWell: false }
    const counts = `${rows} rows, ${heads} signed heads, ${withoutMac} rows without MAC.`
    return successWithLines(heads === 0 ? `Not signed yet: ${counts}` : `Intact: ${counts}`)
  })

const hashPattern = /^[0-9a-f]{32,64}$/

const updateHashList = createUpdateCommand(async (ctx) => {
  if (ctx.config.hashListUrl === '')
    return { lines: ['HASH_LIST_URL is not set: the app compares no uploads.'], isWell: false }
  return successWithLines(
    `The list contains ${await refreshHashList(ctx)} pictures. The app compares new uploads with it.`,
  )
})

const printHeldPhotos = createReadCommand(async (ctx) => {
  const photos = await listEvidencePhotos(ctx)
  if (photos.length === 0) return successWithLines('No uploads are held as evidence.')
  return successWithLines(
    ...photos.map(({ id, at, owner, username, hash }) =>
      [id, new Date(at).toISOString(), username ?? '(account erased)', owner ?? '', hash].join('\t'),
    ),
  )
})

const copyHeldPhoto = (id: string, file: string) =>
  createReadCommand(async (ctx) => {
    const photo = photoIdPattern.test(id) ? await findEvidencePhoto(ctx, id as PhotoId) : undefined
    const found = photo && (await ctx.storage.get(photo.original))
    if (!photo || !found) return { lines: [`There is no held upload ${id}: "held" lists them.`], isWell: false }
    await pipeline(found.stream, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
    return successWithLines(
      `${file}: the SHA-256 of the uploaded file is ${photo.hash}. Give it to the authority only.`,
    )
  })

export function readModerationCommand([command, what, name, ...flags]: string[]): Command | undefined {
  if (command === 'log' && what === 'verify' && name === undefined) return verifyModerationLog()
  if (
    command === 'log' &&
    what === 'verify' &&
    name === '--head' &&
    hashPattern.test(flags[0] ?? '') &&
    flags.length === 1
  )
    return verifyModerationLog(flags[0])
  if (command === 'hash-list' && what === undefined) return updateHashList
  if (command === 'held' && what === undefined) return printHeldPhotos
  if (command === 'held' && what && name && flags.length === 0) return copyHeldPhoto(what, name)
  if (command !== 'moderator') return undefined
  if (what === 'list' && name === undefined) return printModerators
  if (what === 'reports' && name === undefined) return printOperatorOnlyReports
  if (name === undefined) return undefined
  if (what === 'remove' && flags.length === 0)
    return withSecrets('update', async (ctx) => {
      await dismissModerator(ctx, name)
      return successWithLines(`${name} no longer has a role in moderation.`)
    })
  if (what !== 'add' || flags.some((flag) => flag !== '--admin')) return undefined
  const role = flags.length > 0 ? 'admin' : 'moderator'
  return withSecrets('update', async (ctx) => {
    await appointModerator(ctx, name, role)
    return successWithLines(`${name} now has the role ${role}: see /moderation.`)
  })
}
