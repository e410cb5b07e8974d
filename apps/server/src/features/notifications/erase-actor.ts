import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { deleteActor, selectLinesOfActor } from './line-queries.ts'

const BATCH_SIZE = 200

export async function eraseActor(ctx: Context, user: UserId): Promise<void> {
  for (let more = true; more; )
    more = await ctx.transaction(async ({ db }) => {
      const lines = await selectLinesOfActor(db, user, BATCH_SIZE)
      await deleteActor(db, user, lines)
      return lines.length > 0
    })
}
