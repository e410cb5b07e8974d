import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ImportId } from '@pawtrait/contract/ids.ts'
import type { DataImport } from '@pawtrait/contract/imports.ts'
import { toStorageProblem } from '#features/media/background-work.ts'
import { remainingFirstHourMs } from '#features/users/new-account-limits.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { requireRoomForFiles } from '#platform/storage/free-space.ts'
import { newFileName } from '#platform/storage/storage.ts'
import { writeFully } from '#platform/storage/write-fully.ts'
import { type ArchiveFault, BrokenArchiveError } from './archive/broken-archive.ts'
import { checkArchive } from './archive/check-archive.ts'
import { hasUnfinishedImport, insertImport } from './queries.ts'
import { toDataImport } from './view.ts'

// Overhead in bytes of the multipart form around the file.
const FORM_OVERHEAD_BYTES = 64 * 1024

/**
 * Receives an archive and checks that it is an export; a job imports its content. `contentLength`: length of the
 * request body in bytes.
 * @throws Problem 'conflict' while another import runs; 'too-many-requests' above the daily limit; 'quota-reached' in
 *   an account's first hour; 'too-large'; 'unsupported-media-type' (no ZIP); 'validation-failed' (no export, newer
 *   format, damaged, ZIP bomb); 'storage-full'; 'request-timeout' (upload interrupted)
 */
export async function beginImport(
  ctx: UserContext,
  contentLength: number,
  receive: () => Promise<AsyncIterable<Buffer>>,
): Promise<DataImport> {
  const maxBytes = ctx.config.importMb * 1024 * 1024
  if (await hasUnfinishedImport(ctx.db, ctx.viewer)) throw importInProgressProblem()
  await refuseNewAccount(ctx)
  if (contentLength > maxBytes + FORM_OVERHEAD_BYTES) throw tooLargeProblem(ctx)
  await requireRoomForFiles(ctx.config)
  await enforceRateLimit(ctx, 'imports')
  const archive = `${newFileName()}.zip`
  await ctx.storage
    .withFolder(async (folder) => {
      const file = join(folder, 'archive')
      await writeIncomingFile(ctx, file, await receive(), maxBytes)
      await checkArchive(file).catch(throwAsProblem)
      await ctx.storage.put(archive, { file })
    })
    .catch((error: unknown) => {
      throw toStorageProblem(ctx, error)
    })
  return recordImport(ctx, archive)
}

async function recordImport(ctx: UserContext, archive: string): Promise<DataImport> {
  const now = ctx.clock.now()
  const importRow = await ctx.transaction(async ({ db, job }) => {
    const id = newId<ImportId>(now)
    const insertedImport = await insertImport(db, id, ctx.viewer, archive, now)
    if (insertedImport) await job('run-import', { import: id })
    return insertedImport
  })
  if (importRow) return toDataImport(importRow)
  // Nothing was inserted, because another device of the user has just begun an import.
  await ctx.storage.delete([archive])
  throw importInProgressProblem()
}

async function writeIncomingFile(ctx: UserContext, path: string, incoming: AsyncIterable<Buffer>, maxBytes: number) {
  const file = await open(path, 'wx', 0o600)
  try {
    let size = 0
    for await (const chunk of incoming) {
      if (size + chunk.length > maxBytes) throw tooLargeProblem(ctx)
      await writeFully(file, chunk, size)
      size += chunk.length
    }
  } finally {
    await file.close()
  }
}

/** Refuses imports in an account's first hour, against spam: imported texts may contain links and mentions. */
async function refuseNewAccount(ctx: UserContext) {
  const remainingMs = await remainingFirstHourMs(ctx)
  if (remainingMs === 0) return
  const extra = { retryAfterSeconds: Math.ceil(remainingMs / 1000) }
  throw new Problem('quota-reached', 'A new account can import after its first hour.', extra)
}

const importInProgressProblem = () => new Problem('conflict', 'Another import is not finished yet.')

const tooLargeProblem = ({ config }: UserContext) =>
  new Problem('too-large', `This file is larger than ${config.importMb} MB.`)

const faultMessages: Record<Exclude<ArchiveFault, 'not-a-zip'>, string> = {
  'not-ours': 'This ZIP is not a download from Pawtrait.',
  newer: 'This ZIP comes from a newer Pawtrait than this one.',
  damaged: 'This ZIP is damaged, or only a part of it arrived.',
  'too-much': 'This ZIP is too big when opened.',
}

function throwAsProblem(error: unknown): never {
  if (!(error instanceof BrokenArchiveError)) throw error
  if (error.fault === 'not-a-zip') throw new Problem('unsupported-media-type', 'This is not a ZIP file.')
  throw fieldProblem('archive', error.fault, faultMessages[error.fault])
}
