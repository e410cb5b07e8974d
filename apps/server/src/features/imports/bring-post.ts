import type { PetId } from '@pawtrait/contract/ids.ts'
import type { SkippedItem, SkipReason } from '@pawtrait/contract/imports.ts'
import { isPostHere, NoRoomForPost, restorePost } from '#features/posts/restore-post.ts'
import { parsedRow } from './archive/parsed-row.ts'
import { PostRow } from './archive/post-row.ts'
import type { Bringing, Note } from './bringing.ts'
import { madeId } from './made-id.ts'
import { takePhoto } from './take-photo.ts'

const MOST_PHOTOS = 10

/** Imports a row of `posts.json` with its usable photos; a post without any is skipped. */
export async function bringPost(bringing: Bringing, value: unknown, note: Note): Promise<void> {
  const { ctx } = bringing
  const parsed = parsedRow(PostRow, value)
  const at = parsed.success ? parsed.output.postedAt.toISOString() : null
  const skip = (reason: SkipReason, also: SkippedItem[] = []) =>
    note(ctx.db, { skipped: [{ file: 'posts.json', reason, at }, ...also] })
  if (!parsed.success) return skip('invalid')
  const post = parsed.output
  const id = madeId(ctx.viewer, post.id, post.postedAt)
  if (post.postedAt > ctx.now) return skip('in-the-future')
  if (await isPostHere(ctx, [id, post.id])) return note(ctx.db, { alreadyHere: 1 })
  if (post.photos.length > MOST_PHOTOS) return skip('too-many-photos')
  const { photos, skipped } = await photosOf(bringing, post)
  if (photos.length === 0) return skip('no-photos', skipped)
  const { caption, place, audience, replies, postedAt, archivedAt = null, pinnedAt = null } = post
  const words = { caption, place, audience, replies, postedAt, archivedAt, pinnedAt }
  const pets = post.pets.flatMap((pet) => petIdsOf(bringing, pet.id))
  try {
    const isImported = await restorePost(ctx, { id, ...words, photos, pets }, (tx) =>
      note(tx.db, { posts: 1, photos: photos.length, skipped }),
    )
    if (!isImported) await note(ctx.db, { alreadyHere: 1 })
  } catch (error) {
    if (!(error instanceof NoRoomForPost)) throw error
    await skip('too-many-today')
  }
}

async function photosOf(bringing: Bringing, { photos: pictures, postedAt }: PostRow) {
  const photos: Parameters<typeof restorePost>[1]['photos'][number][] = []
  const skipped: SkippedItem[] = []
  for (const picture of pictures) {
    const photoResult = await takePhoto(bringing, picture)
    if ('photo' in photoResult) photos.push({ id: photoResult.photo, alt: picture.alt })
    else skipped.push({ ...photoResult.skipped, at: postedAt.toISOString() })
  }
  return { photos, skipped }
}

/** Possible ids of an archived pet in this account: its own id if it still exists, and its id as an imported pet. */
function petIdsOf({ ctx, pets }: Bringing, source: PetId): PetId[] {
  const row = pets.find(({ id }) => id === source)
  return row ? [source, madeId(ctx.viewer, source, row.createdAt)] : [source]
}
