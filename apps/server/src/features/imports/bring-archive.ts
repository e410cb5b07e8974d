import type { PhotoId, SessionId } from '@pawtrait/contract/ids.ts'
import { unedited } from '@pawtrait/contract/photo-edit.ts'
import type { PhotoEdit } from '@pawtrait/contract/photos.ts'
import * as v from 'valibot'
import { RunEnded, refuseEnded } from '#features/exports/archive/run-ended.ts'
import { isEdited } from '#features/media/edit-photo.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { AccountRow } from './archive/account-row.ts'
import { BrokenArchive } from './archive/broken-archive.ts'
import type { Archive } from './archive/open-archive.ts'
import { PetRow } from './archive/pet-row.ts'
import { PhotoRow } from './archive/photo-row.ts'
import { PostRow } from './archive/post-row.ts'
import { oneOf, rowsOf } from './archive/read-rows.ts'
import { bringPet } from './bring-pet.ts'
import { bringPost } from './bring-post.ts'
import { bringProfile } from './bring-profile.ts'
import type { Bringing, Note } from './bringing.ts'
import { type Run, updateRowDone, updateRows } from './run-queries.ts'

/** So many posts one import brings. */
export const MOST_POSTS = 10_000
const MOST_PETS = 1_000
const MOST_PHOTOS = 100_000
/** A row that breaks a run for no reason we know is tried so often, then passed over. */
const MOST_TRIES = 3

type Step = { file: string; pictures: readonly ({ file: string | null } | null | undefined)[] } & {
  bring: (bringing: Bringing, note: Note) => Promise<void>
}

const nothing = { posts: 0, photos: 0, pets: 0, alreadyHere: 0, skipped: [] }

/**
 * Brings in an archive row by row, from where an earlier run ended: each row is counted once, in the transaction that
 * brings it, and ids follow from the archive's, so nothing comes twice however often it is begun.
 * @throws RunEnded, BrokenArchive
 */
export async function bringArchive(ctx: Context, run: Run, archive: Archive): Promise<void> {
  const petRows = await some(rowsOf(archive, 'pets.json'), MOST_PETS)
  const parsedPets = petRows.map((row) => v.safeParse(PetRow, row)).map((one) => (one.success ? one.output : null))
  const pets = parsedPets.flatMap((pet) => pet ?? [])
  const bringing = { archive, edits: await editsIn(archive), pets, used: new Set<string>() }
  await updateRows(ctx.db, run, petRows.length + 1 + (await countRows(archive)))
  let row = 0
  for await (const step of steps(archive, parsedPets)) {
    const at = row++
    if (at >= run.rowsDone) await bringStep({ ...bringing, ctx: contextOfUser(ctx, run) }, run, at, step)
    else for (const picture of step.pictures) if (picture?.file) bringing.used.add(picture.file)
  }
}

// Nobody is logged in here; what asks for the session is not called.
const contextOfUser = (ctx: Context, { user }: Run): UserContext => ({
  ...ctx,
  viewer: user,
  session: '' as SessionId,
  now: ctx.clock.now(),
})

async function* steps(archive: Archive, pets: readonly (PetRow | null)[]): AsyncGenerator<Step> {
  for (const pet of pets)
    yield { file: 'pets.json', pictures: [pet?.portrait], bring: (bringing, note) => bringPet(bringing, pet, note) }
  const account = await oneOf(archive, 'account.json')
  const parsed = v.safeParse(AccountRow, account)
  const pictures = [parsed.success ? parsed.output.picture : null]
  yield { file: 'account.json', pictures, bring: (bringing, note) => bringProfile(bringing, account, note) }
  let posts = 0
  for await (const row of rowsOf(archive, 'posts.json')) yield postStep(row, ++posts > MOST_POSTS)
}

function postStep(row: unknown, isTooMany: boolean): Step {
  const file = 'posts.json'
  if (isTooMany)
    return {
      file,
      pictures: [],
      bring: ({ ctx }, note) => note(ctx.db, { skipped: [{ file, reason: 'too-many', at: null }] }),
    }
  const parsed = v.safeParse(PostRow, row)
  const pictures = parsed.success ? parsed.output.photos : []
  return { file, pictures, bring: (bringing, note) => bringPost(bringing, row, note) }
}

async function bringStep(bringing: Bringing, run: Run, row: number, { file, bring }: Step) {
  const { ctx } = bringing
  const note: Note = async (db, outcome) =>
    refuseEnded(await updateRowDone(db, run, row, { ...nothing, ...outcome }, ctx.clock.now()))
  try {
    await bring(bringing, note)
  } catch (error) {
    // A full disk is not the row's fault.
    const isFull = error instanceof Problem && error.code === 'storage-full'
    const isRows = !(error instanceof RunEnded || error instanceof BrokenArchive || isFull)
    if (!isRows || run.run < MOST_TRIES) throw error
    ctx.log.error('import-row', error, { import: run.id, row })
    await note(ctx.db, { skipped: [{ file, reason: 'failed', at: null }] })
  }
}

async function some(rows: AsyncIterable<unknown>, most: number): Promise<unknown[]> {
  const read: unknown[] = []
  for await (const row of rows) {
    if (read.length >= most) throw new BrokenArchive('too-much')
    read.push(row)
  }
  return read
}

async function countRows(archive: Archive): Promise<number> {
  let rows = 0
  for await (const _ of rowsOf(archive, 'posts.json')) rows++
  return rows
}

async function editsIn(archive: Archive): Promise<Map<PhotoId, PhotoEdit>> {
  const edits = new Map<PhotoId, PhotoEdit>()
  for (const row of await some(rowsOf(archive, 'photos.json'), MOST_PHOTOS)) {
    const parsed = v.safeParse(PhotoRow, row)
    if (!parsed.success) continue
    const { photoId, ...edit } = parsed.output
    if (!isEdited(unedited, edit)) edits.set(photoId, edit)
  }
  return edits
}
