import type { PhotoId, SessionId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { RunSupersededError, requireCurrentRun } from '#features/exports/archive/run-superseded.ts'
import { isShownWithEdit } from '#features/media/edit-photo.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { AccountRow } from './archive/account-row.ts'
import { BrokenArchiveError } from './archive/broken-archive.ts'
import type { Archive } from './archive/open-archive.ts'
import { parseArchiveRow } from './archive/parse-archive-row.ts'
import { PetRow } from './archive/pet-row.ts'
import { PhotoRow } from './archive/photo-row.ts'
import { PostRow } from './archive/post-row.ts'
import type { ArchiveRows } from './archive/read-archive-rows.ts'
import { importAccountRow } from './import-account-row.ts'
import { importPetRow } from './import-pet-row.ts'
import { importPostRow } from './import-post-row.ts'
import { type ImportRun, recordRowOutcome, updateImportRowCount } from './import-run-queries.ts'
import type { ImportState, RowOutcomeRecorder } from './import-state.ts'

export const MAX_IMPORTED_POSTS = 10_000
/** From this run on, the import skips a row that fails for an unknown reason. Earlier runs throw and are retried. */
const SKIP_FROM_RUN = 3

type Step = { file: string; pictures: readonly ({ file: string | null } | null | undefined)[] } & {
  importRow: (importState: ImportState, recordOutcome: RowOutcomeRecorder) => Promise<void>
}

const emptyOutcome = { posts: 0, photos: 0, pets: 0, alreadyHere: 0, skipped: [] }

/**
 * Imports an archive row by row, from where an earlier run ended. Counts each row once, in the transaction that imports
 * it. Derives new ids from the archive's ids, so that a repeated import creates no duplicates.
 * @throws RunSupersededError, BrokenArchiveError, Problem 'storage-full'. Runs before `SKIP_FROM_RUN` also throw any
 * other error of a row; later runs skip that row.
 */
export async function importArchiveRows(
  ctx: Context,
  run: ImportRun,
  archive: Archive,
  rows: ArchiveRows,
): Promise<void> {
  const parsedPets: (PetRow | null)[] = []
  for await (const row of rows.read('pets.json')) {
    const parsed = parseArchiveRow(PetRow, row)
    parsedPets.push(parsed.success ? parsed.output : null)
  }
  const pets = parsedPets.flatMap((pet) => pet ?? [])
  const importState = { archive, edits: await readEdits(rows), pets, usedFiles: new Set<string>() }
  await updateImportRowCount(ctx.db, run, parsedPets.length + 1 + rows.counts['posts.json'])
  let row = 0
  for await (const step of readSteps(rows, parsedPets)) {
    const rowNumber = row++
    if (rowNumber >= run.rowsDone)
      await runStep({ ...importState, ctx: createUserContext(ctx, run) }, run, rowNumber, step)
    else for (const picture of step.pictures) markUsed(importState, picture?.file)
  }
}

/**
 * Records that an archive row uses a photo file. Ignores names of files that the archive lacks, because a malicious row
 * may contain any number of such names.
 */
function markUsed({ archive, usedFiles }: Pick<ImportState, 'archive' | 'usedFiles'>, file: string | null | undefined) {
  if (file && archive.sizeOf(file) !== undefined) usedFiles.add(file)
}

// A job has no session, so the session id is empty. The import calls no function that needs a session.
const createUserContext = (ctx: Context, { user }: ImportRun): UserContext => ({
  ...ctx,
  viewer: user,
  session: '' as SessionId,
  now: ctx.clock.now(),
})

async function* readSteps(rows: ArchiveRows, pets: readonly (PetRow | null)[]): AsyncGenerator<Step> {
  for (const pet of pets)
    yield {
      file: 'pets.json',
      pictures: [pet?.portrait],
      importRow: (importState, recordOutcome) => importPetRow(importState, pet, recordOutcome),
    }
  const { value: account } = await rows.read('account.json').next()
  const parsed = parseArchiveRow(AccountRow, account)
  const pictures = [parsed.success ? parsed.output.picture : null]
  yield {
    file: 'account.json',
    pictures,
    importRow: (importState, recordOutcome) => importAccountRow(importState, account, recordOutcome),
  }
  let posts = 0
  for await (const row of rows.read('posts.json')) yield createPostStep(row, ++posts > MAX_IMPORTED_POSTS)
}

function createPostStep(row: unknown, isTooMany: boolean): Step {
  const file = 'posts.json'
  if (isTooMany)
    return {
      file,
      pictures: [],
      importRow: ({ ctx }, recordOutcome) =>
        recordOutcome(ctx.db, { skipped: [{ file, reason: 'too-many', at: null }] }),
    }
  const parsed = parseArchiveRow(PostRow, row)
  const pictures = parsed.success ? parsed.output.photos : []
  return { file, pictures, importRow: (importState, recordOutcome) => importPostRow(importState, row, recordOutcome) }
}

async function runStep(importState: ImportState, run: ImportRun, row: number, { file, importRow }: Step) {
  const { ctx } = importState
  const recordOutcome: RowOutcomeRecorder = async (db, outcome) =>
    requireCurrentRun(await recordRowOutcome(db, run, row, { ...emptyOutcome, ...outcome }, ctx.clock.now()))
  try {
    await importRow(importState, recordOutcome)
  } catch (error) {
    // A full disk is not a fault of the row, so the job is retried.
    const isStorageFull = error instanceof Problem && error.code === 'storage-full'
    const isRowError = !(error instanceof RunSupersededError || error instanceof BrokenArchiveError || isStorageFull)
    if (!isRowError || run.run < SKIP_FROM_RUN) throw error
    ctx.log.error('import-row', error, { import: run.id, row })
    await recordOutcome(ctx.db, { skipped: [{ file, reason: 'failed', at: null }] })
  }
}

async function readEdits(rows: ArchiveRows): Promise<ImportState['edits']> {
  const edits = new Map<PhotoId, string>()
  for await (const row of rows.read('photos.json')) {
    const parsed = parseArchiveRow(PhotoRow, row)
    if (!parsed.success) continue
    const { photoId, ...edit } = parsed.output
    if (!isShownWithEdit(noPhotoEdit, edit)) edits.set(photoId, JSON.stringify(edit))
  }
  return edits
}
