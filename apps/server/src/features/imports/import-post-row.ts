import type { PetId } from '@pawtrait/contract/ids.ts'
import type { SkippedItem, SkipReason } from '@pawtrait/contract/imports.ts'
import { DailyPostLimitError, hasImportedPost, importExportedPost } from '#features/posts/import-exported-post.ts'
import { parseArchiveRow } from './archive/parse-archive-row.ts'
import { PostRow } from './archive/post-row.ts'
import { deriveRowId } from './derive-row-id.ts'
import { importPicture } from './import-picture.ts'
import type { ImportState, RowOutcomeRecorder } from './import-state.ts'

const MAX_PHOTOS = 10

/** Imports a row of `posts.json` with its usable photos; skips a post without usable photos. */
export async function importPostRow(
  importState: ImportState,
  value: unknown,
  recordOutcome: RowOutcomeRecorder,
): Promise<void> {
  const { ctx } = importState
  const parsed = parseArchiveRow(PostRow, value)
  const at = parsed.success ? parsed.output.postedAt.toISOString() : null
  const skip = (reason: SkipReason, skippedPhotos: SkippedItem[] = []) =>
    recordOutcome(ctx.db, { skipped: [{ file: 'posts.json', reason, at }, ...skippedPhotos] })
  if (!parsed.success) return skip('invalid')
  const post = parsed.output
  const id = deriveRowId(ctx.viewer, post.id, post.postedAt)
  if (post.postedAt > ctx.now) return skip('in-the-future')
  if (await hasImportedPost(ctx, [id, post.id])) return recordOutcome(ctx.db, { alreadyHere: 1 })
  if (post.photos.length > MAX_PHOTOS) return skip('too-many-photos')
  const { photos, skipped } = await importPhotos(importState, post)
  if (photos.length === 0) return skip('no-photos', skipped)
  const { caption, place, audience, replies, postedAt, archivedAt = null, pinnedAt = null } = post
  const fields = { caption, place, audience, replies, postedAt, archivedAt, pinnedAt }
  const pets = post.pets.flatMap((pet) => findPetIds(importState, pet.id))
  try {
    const isImported = await importExportedPost(ctx, { id, ...fields, photos, pets }, (tx) =>
      recordOutcome(tx.db, { posts: 1, photos: photos.length, skipped }),
    )
    if (!isImported) await recordOutcome(ctx.db, { alreadyHere: 1 })
  } catch (error) {
    if (!(error instanceof DailyPostLimitError)) throw error
    await skip('too-many-today')
  }
}

async function importPhotos(importState: ImportState, { photos: pictures, postedAt }: PostRow) {
  const photos: Parameters<typeof importExportedPost>[1]['photos'][number][] = []
  const skipped: SkippedItem[] = []
  for (const picture of pictures) {
    const photoResult = await importPicture(importState, picture)
    if ('photo' in photoResult) photos.push({ id: photoResult.photo, alt: picture.alt })
    else skipped.push({ ...photoResult.skipped, at: postedAt.toISOString() })
  }
  return { photos, skipped }
}

/** Returns the ids that an archived pet may have here: its original id, or the id that the import derived. */
function findPetIds({ ctx, pets }: ImportState, source: PetId): PetId[] {
  const row = pets.find(({ id }) => id === source)
  return row ? [source, deriveRowId(ctx.viewer, source, row.createdAt)] : [source]
}
