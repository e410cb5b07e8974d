import type { SkipReason } from '@pawtrait/contract/imports.ts'
import { importPet, isPetHere } from '#features/pets/import-pet.ts'
import { Problem } from '#platform/problem.ts'
import type { PetRow } from './archive/pet-row.ts'
import type { Bringing, Note } from './bringing.ts'
import { madeId } from './made-id.ts'
import { takePhoto } from './take-photo.ts'

const reasons: Record<string, SkipReason> = { conflict: 'too-many', 'validation-failed': 'invalid' }

/** Imports a row of `pets.json`; null is a row that could not be parsed. */
export async function bringPet(bringing: Bringing, row: PetRow | null, note: Note): Promise<void> {
  const { ctx } = bringing
  const skip = (reason: SkipReason) => note(ctx.db, { skipped: [{ file: 'pets.json', reason, at: null }] })
  if (row === null) return skip('invalid')
  const { role, portrait, ...pet } = row
  if (pet.createdAt > ctx.now) return skip('in-the-future')
  const id = madeId(ctx.viewer, pet.id, pet.createdAt)
  if (await isPetHere(ctx, [id, pet.id])) return note(ctx.db, { alreadyHere: 1 })
  if (role !== 'owner') return skip('not-yours')
  const photoResult = portrait ? await takePhoto(bringing, portrait) : null
  const photo = photoResult && 'photo' in photoResult ? photoResult.photo : null
  const skipped = photoResult && 'skipped' in photoResult ? [{ ...photoResult.skipped, at: null }] : []
  try {
    const isImported = await importPet(ctx, { ...pet, id, portrait: photo }, (tx) =>
      note(tx.db, { pets: 1, photos: photo ? 1 : 0, skipped }),
    )
    if (!isImported) await note(ctx.db, { alreadyHere: 1 })
  } catch (error) {
    const reason = error instanceof Problem ? reasons[error.code] : undefined
    if (reason === undefined) throw error
    await skip(reason)
  }
}
