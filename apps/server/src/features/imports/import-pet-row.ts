import type { SkipReason } from '@pawtrait/contract/imports.ts'
import { caresForAnyPet, importPet } from '#features/pets/import-pet.ts'
import { Problem } from '#platform/problem.ts'
import type { PetRow } from './archive/pet-row.ts'
import { deriveRowId } from './derive-row-id.ts'
import { importPicture } from './import-picture.ts'
import type { ImportState, RowOutcomeRecorder } from './import-state.ts'

const reasons: Record<string, SkipReason> = { conflict: 'too-many', 'validation-failed': 'invalid' }

/** Imports a row of `pets.json`. The row is null if it could not be parsed. */
export async function importPetRow(
  importState: ImportState,
  row: PetRow | null,
  recordOutcome: RowOutcomeRecorder,
): Promise<void> {
  const { ctx } = importState
  const skip = (reason: SkipReason) => recordOutcome(ctx.db, { skipped: [{ file: 'pets.json', reason, at: null }] })
  if (row === null) return skip('invalid')
  const { role, portrait, ...pet } = row
  if (pet.createdAt > ctx.now) return skip('in-the-future')
  const id = deriveRowId(ctx.viewer, pet.id, pet.createdAt)
  if (await caresForAnyPet(ctx, [id, pet.id])) return recordOutcome(ctx.db, { alreadyHere: 1 })
  if (role !== 'owner') return skip('not-yours')
  const photoResult = portrait ? await importPicture(importState, portrait) : null
  const photo = photoResult && 'photo' in photoResult ? photoResult.photo : null
  const skipped = photoResult && 'skipped' in photoResult ? [{ ...photoResult.skipped, at: null }] : []
  try {
    const isImported = await importPet(ctx, { ...pet, id, portrait: photo }, (tx) =>
      recordOutcome(tx.db, { pets: 1, photos: photo ? 1 : 0, skipped }),
    )
    if (!isImported) await recordOutcome(ctx.db, { alreadyHere: 1 })
  } catch (error) {
    const reason = error instanceof Problem ? reasons[error.code] : undefined
    if (reason === undefined) throw error
    await skip(reason)
  }
}
