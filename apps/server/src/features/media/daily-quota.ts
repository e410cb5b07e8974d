import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { UserContext } from '#platform/context.ts'
import type { Db } from '#platform/database/db.ts'
import { Problem } from '#platform/problem.ts'
import { countPhotosSince } from './queries.ts'

/** Checks that the user's quota of today (UTC) is not used up. Deleted photos count. @throws Problem 'quota-reached' */
export async function requireDailyQuota(ctx: UserContext, db: Db = ctx.db): Promise<void> {
  const dayStart = Math.floor(ctx.now.getTime() / DAY_MS) * DAY_MS
  if ((await countPhotosSince(db, ctx.viewer, new Date(dayStart))) < ctx.config.photosPerDay) return
  const retryAfterSeconds = Math.ceil((dayStart + DAY_MS - ctx.now.getTime()) / 1000)
  throw new Problem('quota-reached', `At most ${ctx.config.photosPerDay} photos a day. There is room again tomorrow.`, {
    retryAfterSeconds,
  })
}
