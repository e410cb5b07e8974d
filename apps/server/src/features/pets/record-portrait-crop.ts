import type { PhotoId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { insertPortraitCrop } from './action-queries.ts'

/** A photo that is a pet's portrait was cropped anew: its people read who did it. Told twice it is one action. */
export async function recordPortraitCrop(ctx: Context, { photo, id }: { photo: PhotoId; id: string }): Promise<void> {
  await insertPortraitCrop(ctx.db, { id, photo, now: ctx.now })
}
