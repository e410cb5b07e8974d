import { open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PhotoId, UserId } from '@pawtrait/contract/ids.ts'
import * as v from 'valibot'
import type { UserContext } from '#platform/context.ts'
import { type UploadStore, writePiece } from './partial-upload.ts'

/** Content of an upload's metadata file. `photo` is set once the upload is accepted. */
const UploadMetadata = v.object({
  owner: UserId,
  sizeBytes: v.number(),
  beganAt: v.string(),
  photo: v.nullable(PhotoId),
})
type UploadMetadata = v.InferOutput<typeof UploadMetadata>

// The file name contains the owner, so that unfinished uploads can be counted without opening files.
const pathOf = (ctx: UserContext, id: string, kind: 'part' | 'json') =>
  join(ctx.storage.workFolder, `upload-${ctx.viewer}-${id}.${kind}`)

const returnUndefined = () => undefined

/**
 * Uploads on the disk of one process. Each upload has a metadata file and a file of received bytes. The length of the
 * file of received bytes is the upload's offset.
 */
export const diskUploadStore: UploadStore = {
  find: async (ctx, id) => {
    const text = await readFile(pathOf(ctx, id, 'json'), 'utf8').catch(returnUndefined)
    if (!text) return undefined
    const metadata = v.parse(UploadMetadata, JSON.parse(text))
    const receivedBytes = (await stat(pathOf(ctx, id, 'part')).catch(returnUndefined))?.size ?? 0
    return { ...metadata, id, offset: metadata.photo ? metadata.sizeBytes : receivedBytes }
  },
  make: async (ctx, id, sizeBytes) => {
    const metadata: UploadMetadata = { owner: ctx.viewer, sizeBytes, beganAt: ctx.now.toISOString(), photo: null }
    await writeFile(pathOf(ctx, id, 'part'), '', { flag: 'wx', mode: 0o600 })
    await writeFile(pathOf(ctx, id, 'json'), JSON.stringify(metadata), { flag: 'wx', mode: 0o600 })
    return { ...metadata, id, offset: 0 }
  },
  append: async (ctx, { id, offset, sizeBytes }, piece) => {
    const file = await open(pathOf(ctx, id, 'part'), 'r+')
    try {
      return offset + (await writePiece(file, piece, { at: offset, room: sizeBytes - offset, isHead: true }))
    } finally {
      await file.close()
    }
  },
  join: async (ctx, { id }) => pathOf(ctx, id, 'part'),
  settle: async (ctx, { id, owner, sizeBytes, beganAt }, judge) => {
    const photo = await judge()
    const metadata: UploadMetadata = { owner, sizeBytes, beganAt, photo }
    await writeFile(pathOf(ctx, id, 'json'), JSON.stringify(metadata), { mode: 0o600 })
    await rm(pathOf(ctx, id, 'part'), { force: true })
    return photo
  },
  remove: async (ctx, id) => {
    await rm(pathOf(ctx, id, 'part'), { force: true })
    await rm(pathOf(ctx, id, 'json'), { force: true })
  },
  removeAllOf: async ({ storage }, owner) => {
    const ownFiles = (await readdir(storage.workFolder)).filter((name) => name.startsWith(`upload-${owner}-`))
    await Promise.all(ownFiles.map((name) => rm(join(storage.workFolder, name), { force: true })))
  },
  countUnfinished: async (ctx) => {
    const entries = await readdir(ctx.storage.workFolder)
    return entries.filter((name) => name.startsWith(`upload-${ctx.viewer}-`) && name.endsWith('.part')).length
  },
}
