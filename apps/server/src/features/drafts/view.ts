import { type Draft, MAX_DRAFTS } from '@pawtrait/contract/drafts.ts'
import type { DraftId } from '@pawtrait/contract/ids.ts'
import { toOwnPhoto } from '#features/media/view.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { type DraftRow, selectDraft, selectDraftsOfUser } from './queries.ts'

export const draftNotFoundProblem = () => new Problem('not-found', 'This draft is not available.')

const present = (ctx: UserContext, { photos, ...draft }: DraftRow): Draft => ({
  ...draft,
  photos: photos.map((photo) => ({ ...toOwnPhoto(ctx, photo), alt: photo.alt, goesAt: photo.goesAt })),
})

/** Returns the viewer's drafts, last changed first. */
export async function listDrafts(ctx: UserContext): Promise<{ drafts: Draft[] }> {
  return { drafts: (await selectDraftsOfUser(ctx.db, ctx.viewer, MAX_DRAFTS)).map((row) => present(ctx, row)) }
}

/** Returns a draft of the viewer. @throws Problem 'not-found' when it does not exist or has another owner. */
export async function getDraft(ctx: UserContext, id: DraftId): Promise<Draft> {
  const row = await selectDraft(ctx.db, ctx.viewer, id)
  if (!row) throw draftNotFoundProblem()
  return present(ctx, row)
}
