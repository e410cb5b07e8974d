import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { systemClock } from '#platform/clock.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { MIN_ID } from '#platform/database/cursor.ts'
import { forEachRow } from '#platform/database/for-each-row.ts'
import { Problem } from '#platform/problem.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { StorageUnavailable } from '#platform/storage/storage-unavailable.ts'
import {
  offsetConflictProblem,
  type PartialUpload,
  type UploadStore,
  uploadExpiredProblem,
  writePiece,
} from './partial-upload.ts'
import {
  appendPiece,
  claimUpload,
  countUnfinishedUploads,
  deletePieces,
  deleteUpload,
  insertUpload,
  releaseUpload,
  selectPieces,
  selectUpload,
  selectUploadsBefore,
  selectUploadsOfOwner,
  setUploadPhoto,
} from './upload-queries.ts'

// The decoding process renews its claim until it finishes. After a crash the claim expires.
const CLAIM_SECONDS = 6
const RENEW_MS = 2_000
// Longest wait for the decoding process; shorter than the request timeout of ten seconds.
const WAIT_MS = 7_500
const POLL_MS = 250
const BATCH_SIZE = 500

/** Deletes the pieces of an upload. If the storage fails, a later sweep deletes the files. */
async function deletePiecesAndFiles(ctx: Context, id: string) {
  const files = await deletePieces(ctx.db, id)
  await ctx.storage.delete(files).catch((error: unknown) => ctx.log.error('storage', error))
}

/** Deletes an upload. Deletes its pieces first, because their files cannot be found without the upload's row. */
async function remove(ctx: Context, id: string) {
  await deletePiecesAndFiles(ctx, id)
  await deleteUpload(ctx.db, id)
}

async function appendPieceToFile(ctx: Context, path: string, piece: string) {
  const pieceFile = await ctx.storage.get(piece)
  // The file of a piece is missing if the database was restored without the files.
  if (!pieceFile) throw uploadExpiredProblem()
  await pipeline(pieceFile.stream, createWriteStream(path, { flags: 'a', mode: 0o600 })).catch(
    (error: NodeJS.ErrnoException) => {
      throw error.path ? error : new StorageUnavailable(`The connection to the bucket broke: ${error.message}`)
    },
  )
}

/** Runs `work` and stores the resulting photo. Renews the claim on the upload while `work` runs. */
async function acceptUploadAs(
  ctx: UserContext,
  judge: string,
  upload: PartialUpload,
  work: () => Promise<PhotoId>,
): Promise<PhotoId> {
  const renewTimer = setInterval(() => {
    claimUpload(ctx.db, upload.id, judge, CLAIM_SECONDS).catch(() => {}) // after an error, the next renewal may succeed
  }, RENEW_MS)
  try {
    const photo = await work()
    const firstPhoto = await setUploadPhoto(ctx.db, upload.id, photo)
    await deletePiecesAndFiles(ctx, upload.id)
    return firstPhoto ?? photo
  } catch (error) {
    await releaseUpload(ctx.db, upload.id, judge).catch(() => {})
    // Our claim may have expired, so that another process has stored a photo and deleted the pieces. Return that photo.
    const current = await selectUpload(ctx.db, ctx.viewer, upload.id).catch(() => undefined)
    if (current?.photo) return current.photo
    throw error
  } finally {
    clearInterval(renewTimer)
  }
}

/**
 * Uploads shared by all processes. Each piece is a file in the storage, and is valid once its row is inserted. Of two
 * pieces with the same offset only one is accepted. No lock is held while bytes arrive.
 */
export const sharedUploadStore: UploadStore = {
  find: (ctx, id) => selectUpload(ctx.db, ctx.viewer, id),
  make: async (ctx, id, sizeBytes) => {
    const upload = { id, owner: ctx.viewer, sizeBytes, beganAt: ctx.now.toISOString() }
    await insertUpload(ctx.db, upload)
    return { ...upload, offset: 0, photo: null }
  },
  append: (ctx, { id, offset, sizeBytes }, piece) =>
    ctx.storage.withFolder(async (folder) => {
      const path = join(folder, 'piece')
      const file = await open(path, 'wx+', 0o600)
      const target = { at: 0, room: sizeBytes - offset, isHead: offset === 0 }
      let written = 0
      try {
        written = await writePiece(file, piece, target)
      } finally {
        await file.close()
      }
      if (written === 0) return offset
      const name = `${newFileName()}.part`
      await ctx.storage.put(name, { file: path })
      if (await appendPiece(ctx.db, id, { beginsAt: offset, file: name }, written)) return offset + written
      await ctx.storage.delete([name])
      const current = await selectUpload(ctx.db, ctx.viewer, id)
      throw current ? offsetConflictProblem(current.offset) : uploadExpiredProblem()
    }),
  join: async (ctx, { id, sizeBytes }, folder) => {
    const path = join(folder, 'upload')
    for (const { file } of await selectPieces(ctx.db, id)) await appendPieceToFile(ctx, path, file)
    const stats = await stat(path).catch(() => undefined)
    // Another process has already decoded or deleted the upload.
    if (stats?.size !== sizeBytes) throw uploadExpiredProblem()
    return path
  },
  settle: async (ctx, upload, work) => {
    const judge = newFileName()
    for (let waited = 0; ; waited += POLL_MS) {
      if (await claimUpload(ctx.db, upload.id, judge, CLAIM_SECONDS)) return acceptUploadAs(ctx, judge, upload, work)
      const current = await selectUpload(ctx.db, ctx.viewer, upload.id)
      if (!current) throw uploadExpiredProblem()
      if (current.photo) return current.photo
      if (waited >= WAIT_MS)
        throw new Problem('unavailable', 'This photo is still being looked at.', { retryAfterSeconds: 2 })
      await systemClock.wait(POLL_MS)
    }
  },
  remove,
  removeAllOf: async (ctx, owner) => {
    for (const id of await selectUploadsOfOwner(ctx.db, owner)) await remove(ctx, id)
  },
  countUnfinished: (ctx) => countUnfinishedUploads(ctx.db, ctx.viewer, new Date(ctx.now.getTime() - DAY_MS)),
}

export async function sweepUploads(ctx: Context, before: Date): Promise<void> {
  await forEachRow(
    ctx,
    'sweep-photos',
    // Ids of uploads are hexadecimal, so the first page begins at '' instead of the lowest UUID.
    (after) => selectUploadsBefore(ctx.db, before, after === MIN_ID ? '' : after, BATCH_SIZE),
    ({ id }) => remove(ctx, id),
  )
}
