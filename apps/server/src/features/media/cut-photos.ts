import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { limitRate } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { newName } from '#platform/storage.ts'
import { renderPhoto, throwUndecoded } from './decode-photo.ts'
import { renderedFiles } from './delete-photos.ts'
import { type Edit, isCut } from './edit-photo.ts'
import { ownPhoto } from './own-photo.ts'
import type { StoredPhoto } from './queries.ts'
import { discardRendering, type PutRendering, putRendering, showRendering } from './store-rendering.ts'

/** Photos made anew whose files stand and which nothing shows yet: then `showCuts` in a transaction, or `dropCuts`. */
export type Cuts = { photo: StoredPhoto; put: PutRendering }[]

/**
 * Makes own photos anew as they are to be cut; those that are so already are left out.
 * @throws Problem 'not-found' as `ownPhoto`, 'conflict' for one that is still being made, 'unreadable-photo',
 *   'unavailable' as `throwUndecoded`, 'too-many-requests' as `editPhoto`
 */
export async function makeCuts(ctx: UserContext, edits: readonly (Edit & { id: PhotoId })[]): Promise<Cuts> {
  const cuts: Cuts = []
  try {
    // One after another: each takes a decoder, and others upload meanwhile.
    for (const edit of edits) {
      const photo = await ownPhoto(ctx, edit.id)
      if (!isCut(photo, edit)) cuts.push({ photo, put: await makeCut(ctx, photo, edit) })
    }
  } catch (error) {
    await dropCuts(ctx, cuts)
    throw error
  }
  return cuts
}

const changedElsewhere = () => new Problem('conflict', 'A photo was changed elsewhere meanwhile. Look again.')

async function makeCut(ctx: UserContext, photo: StoredPhoto, { crop, rotate }: Edit): Promise<PutRendering> {
  if (photo.state !== 'ready') throw new Problem('conflict', 'A photo is still being made. Try again in a moment.')
  await limitRate(ctx, 'photo-edits')
  const original = `${photo.originalName}.${photo.originalFormat}`
  const begun = { id: photo.id, from: photo.name, name: newName(), crop, rotate, original }
  const put = await ctx.storage
    .withFile(original, (file) =>
      ctx.storage.withFolder(async (folder) =>
        putRendering(ctx, begun, await renderPhoto(file, folder, { crop, rotate })),
      ),
    )
    .catch(throwUndecoded(ctx))
  if (!put) throw changedElsewhere()
  return put
}

/** Shows the photos as they were cut. @throws Problem 'conflict' when one was changed elsewhere meanwhile */
export async function showCuts(tx: Tx, cuts: Cuts): Promise<void> {
  for (const { put } of cuts) if (!(await showRendering(tx, put))) throw changedElsewhere()
}

/** After the commit: the files of the parts no longer shown go. What a crash leaves of them is swept after a day. */
export const forgetUncut = (ctx: UserContext, cuts: Cuts) =>
  ctx.storage.delete(cuts.flatMap(({ photo }) => renderedFiles(photo)))

/** Takes away what was made and is not shown after all. */
export async function dropCuts(ctx: UserContext, cuts: Cuts): Promise<void> {
  for (const { put } of cuts) await discardRendering(ctx, put)
}
