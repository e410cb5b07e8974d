import { type Draft, type DraftContent, MAX_DRAFTS } from '@pawtrait/contract/drafts.ts'
import type { DraftId } from '@pawtrait/contract/ids.ts'
import type * as v from 'valibot'
import { refuseMissingPhotos } from '#features/media/attach-photos.ts'
import { deleteUnattachedPhotos } from '#features/media/delete-photos.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import * as rows from './queries.ts'
import { draftNotFoundProblem, getDraft } from './view.ts'

type DraftInput = v.InferOutput<typeof DraftContent>

/**
 * Saves a draft. Its photos are kept for 30 days from now.
 * @throws Problem 'conflict' above 50 drafts; 'not-found' for an unusable photo; 'too-many-requests'.
 */
export async function createDraft(ctx: UserContext, content: DraftInput): Promise<Draft> {
  await enforceRateLimit(ctx, 'drafts')
  const id = newId<DraftId>(ctx.now)
  await ctx.transaction(async (tx) => {
    await rows.lockDraftCreation(tx.db, ctx.viewer)
    if ((await rows.countDrafts(tx.db, ctx.viewer)) >= MAX_DRAFTS)
      throw new Problem('conflict', `You have ${MAX_DRAFTS} drafts. Post or delete one first.`)
    await rows.insertDraft(tx.db, id, ctx.viewer, content, ctx.now)
    await replacePhotos(ctx, tx, id, content)
  })
  return getDraft(ctx, id)
}

/**
 * Replaces the content of a draft; omitted photos are deleted.
 * @throws Problem 'conflict' when the draft has a newer version; 'not-found' for an unknown draft or unusable photo.
 */
export async function replaceDraft(
  ctx: UserContext,
  id: DraftId,
  content: DraftInput & { version: number },
): Promise<Draft> {
  await enforceRateLimit(ctx, 'drafts')
  await ctx.transaction(async (tx) => {
    const key = { id, user: ctx.viewer, version: content.version }
    if (!(await rows.updateDraft(tx.db, key, content, ctx.now))) {
      if (await rows.selectDraft(tx.db, ctx.viewer, id))
        throw new Problem('conflict', 'This draft was changed on another device.')
      throw draftNotFoundProblem()
    }
    await replacePhotos(ctx, tx, id, content)
  })
  return getDraft(ctx, id)
}

async function replacePhotos(ctx: UserContext, tx: Tx, id: DraftId, { photos }: DraftInput) {
  const ids = new Set(photos.map((photo) => photo.id))
  if (ids.size < photos.length) throw fieldProblem('photos', 'twice', 'A photo can be in a draft once.')
  const usableIds = new Set(
    (await rows.lockPhotosUsableInDraft(tx.db, ctx.viewer, id, [...ids])).map((photo) => photo.id),
  )
  refuseMissingPhotos([...ids].filter((photo) => !usableIds.has(photo)))
  await deleteUnattachedPhotos(tx, await rows.replaceDraftPhotos(tx.db, id, photos, ctx.now), ctx.now)
}

/** Deletes a draft and its photos. @throws Problem 'not-found' for an unknown draft or another user's. */
export async function deleteDraft(ctx: UserContext, id: DraftId): Promise<void> {
  await ctx.transaction(async (tx) => {
    const photos = await rows.deleteDraft(tx.db, ctx.viewer, id)
    if (!photos) throw draftNotFoundProblem()
    await deleteUnattachedPhotos(tx, photos, ctx.now)
  })
}
