import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { findEvidencePhoto } from '#features/media/known-hashes/refuse-known-picture.ts'
import type { Context } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { upsertReport } from './queries.ts'

/** Files a top-priority report about an upload on the operator's hash list. The desk never shows the picture. */
export const reportKnownPicture = (ctx: Context, photo: PhotoId): Promise<void> =>
  ctx.transaction(async ({ db }) => {
    const evidence = await findEvidencePhoto({ db }, photo)
    if (!evidence?.owner) return
    const note = `They sent a picture that is on the list of hashes. It was refused; its file is held as ${photo}.`
    const subject = { type: 'user', id: evidence.owner } as const
    const id = newId(ctx.now)
    await upsertReport(db, { id, by: null, isListed: true, subject, reason: 'other', note, now: ctx.now })
  })
