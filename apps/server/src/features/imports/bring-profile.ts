import type { PetId } from '@pawtrait/contract/ids.ts'
import { isPetHere } from '#features/pets/import-pet.ts'
import { blanksOf, fillBio, fillImage } from '#features/profiles/fill-profile.ts'
import { AccountRow } from './archive/account-row.ts'
import { parsedRow } from './archive/parsed-row.ts'
import type { Picture } from './archive/picture.ts'
import type { Bringing, Note } from './bringing.ts'
import { madeId } from './made-id.ts'
import { takePhoto } from './take-photo.ts'

/** Imports bio and picture, where the profile has none. */
export async function bringProfile(bringing: Bringing, value: unknown, note: Note): Promise<void> {
  const { ctx } = bringing
  if (value === undefined) return note(ctx.db, {})
  const parsed = parsedRow(AccountRow, value)
  if (!parsed.success) return note(ctx.db, { skipped: [{ file: 'account.json', reason: 'invalid', at: null }] })
  const { bio, picture, createdAt } = parsed.output
  const blank = await blanksOf(ctx)
  if (blank.bio && bio !== '') await fillBio(ctx, bio)
  if (!blank.image || !picture) return note(ctx.db, {})
  const pet = await petWith(bringing, picture)
  if (pet) {
    await fillImage(ctx, { pet }, createdAt)
    return note(ctx.db, {})
  }
  const photoResult = await takePhoto(bringing, picture)
  if ('skipped' in photoResult) return note(ctx.db, { skipped: [{ ...photoResult.skipped, at: null }] })
  await fillImage(ctx, { photo: photoResult.photo }, createdAt)
  return note(ctx.db, { photos: 1 })
}

/** Returns the imported pet with this portrait, or null. */
async function petWith({ ctx, pets }: Bringing, { photoId }: Picture): Promise<PetId | null> {
  const row = pets.find(({ portrait }) => portrait?.photoId === photoId)
  if (!row) return null
  const id = madeId(ctx.viewer, row.id, row.createdAt)
  return (await isPetHere(ctx, [id])) ? id : null
}
