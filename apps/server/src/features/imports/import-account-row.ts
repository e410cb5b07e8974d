import type { PetId } from '@pawtrait/contract/ids.ts'
import { caresForAnyPet } from '#features/pets/import-pet.ts'
import { findBlankProfileFields, importBio, importProfileImage } from '#features/profiles/import-profile.ts'
import { AccountRow } from './archive/account-row.ts'
import type { ArchivePicture } from './archive/archive-picture.ts'
import { parseArchiveRow } from './archive/parse-archive-row.ts'
import { deriveRowId } from './derive-row-id.ts'
import { importPicture } from './import-picture.ts'
import type { ImportState, RowOutcomeRecorder } from './import-state.ts'

/** Imports bio and picture from `account.json`, each only if the importing user's profile has none yet. */
export async function importAccountRow(
  importState: ImportState,
  value: unknown,
  recordOutcome: RowOutcomeRecorder,
): Promise<void> {
  const { ctx } = importState
  if (value === undefined) return recordOutcome(ctx.db, {})
  const parsed = parseArchiveRow(AccountRow, value)
  if (!parsed.success)
    return recordOutcome(ctx.db, { skipped: [{ file: 'account.json', reason: 'invalid', at: null }] })
  const { bio, picture, createdAt } = parsed.output
  const blankFields = await findBlankProfileFields(ctx)
  if (blankFields.bio && bio !== '') await importBio(ctx, bio)
  if (!blankFields.image || !picture) return recordOutcome(ctx.db, {})
  const pet = await findPetByPortrait(importState, picture)
  if (pet) {
    await importProfileImage(ctx, { pet }, createdAt)
    return recordOutcome(ctx.db, {})
  }
  const photoResult = await importPicture(importState, picture)
  if ('skipped' in photoResult) return recordOutcome(ctx.db, { skipped: [{ ...photoResult.skipped, at: null }] })
  await importProfileImage(ctx, { photo: photoResult.photo }, createdAt)
  return recordOutcome(ctx.db, { photos: 1 })
}

/** Returns the imported pet with this photo as its portrait; null if there is none. */
async function findPetByPortrait({ ctx, pets }: ImportState, { photoId }: ArchivePicture): Promise<PetId | null> {
  const row = pets.find(({ portrait }) => portrait?.photoId === photoId)
  if (!row) return null
  const id = deriveRowId(ctx.viewer, row.id, row.createdAt)
  return (await caresForAnyPet(ctx, [id])) ? id : null
}
