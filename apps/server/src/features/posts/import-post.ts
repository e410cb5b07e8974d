import type { findImportedPosts, importPost as importPostContract } from '@pawtrait/contract/archives.ts'
import type { CallOutput, EndpointInput } from '@pawtrait/contract/endpoint.ts'
import { refuseNewAccountLinks, remainingFirstHourMs } from '#features/users/new-account-limits.ts'
import type { UserContext } from '#platform/context.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { countAttempt } from '#platform/security/throttle.ts'
import { insertPostWithPhotos, MAX_FIRST_HOUR_POSTS, refuseDuplicatePhotos } from './create-post.ts'
import { isImportWithinLimit } from './import-limit.ts'
import { deriveImportedPostId } from './imported-post-id.ts'
import { selectOwnPosts } from './imported-queries.ts'
import { publishPost } from './publish-post.ts'
import { lockAuthor } from './queries.ts'

const MAX_IMPORTS_PER_DAY = 500
const DAY_SECONDS = 86_400
const RECENT_RETRY_SECONDS = 3_600

type Body = EndpointInput<typeof importPostContract>['body']
type ImportResult = CallOutput<typeof importPostContract>

/**
 * Imports a post with its original date, by which lists sort it. Sends no notification. Importing the same post again
 * returns the existing one. A post dated within the last 24 hours counts towards the daily limit of new posts.
 * @throws Problem 'not-found' for a photo in use or another user's; 'unreadable-photo' for a photo that failed;
 * 'quota-reached' above the daily limit of posts, or above 5 imports in the first hour of the account;
 * 'validation-failed' for a date in the future or a repeated photo; 'conflict' for a post deleted just now;
 * 'too-many-requests' above the daily limit of imports.
 */
export async function importPost(ctx: UserContext, body: Body): Promise<ImportResult> {
  const { origin, photos, caption, audience } = body
  const postedAt = new Date(origin.postedAt)
  if (postedAt > ctx.now) throw fieldProblem('origin.postedAt', 'to-come', 'This date is yet to come.')
  refuseDuplicatePhotos(photos)
  await refuseNewAccountLinks(ctx, { caption, photos: photos.map(({ alt }) => alt) })
  const postId = deriveImportedPostId(ctx.viewer, origin)
  if ((await selectOwnPosts(ctx.db, ctx.viewer, [postId])).some(({ deleted }) => !deleted))
    return { postId, isNew: false }
  await requireImportQuota(ctx)
  return ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    const [existing] = await selectOwnPosts(tx.db, ctx.viewer, [postId])
    if (existing?.deleted) throw new Problem('conflict', 'You have just deleted this post. Try again in a minute.')
    if (existing) return { postId, isNew: false }
    const fields = { caption, audience, place: '', replies: 'everyone', pets: [] } as const
    await insertPostWithPhotos(tx, { id: postId, author: ctx.viewer, photos, ...fields, now: postedAt }, ctx.now)
    if (!(await isImportWithinLimit(ctx, tx.db, postedAt)))
      throw new Problem('quota-reached', `That is all for a day: ${ctx.config.postsPerDay} posts.`, {
        retryAfterSeconds: RECENT_RETRY_SECONDS,
      })
    await publishPost(tx, postId, ctx.now)
    return { postId, isNew: true }
  })
}

/** Counts the import against the daily limit of imports, which is lower in the first hour of an account. */
async function requireImportQuota(ctx: UserContext) {
  const key = `imported-posts:${ctx.viewer}`
  const counts = await countAttempt(ctx.db, ctx.now, [{ key, most: MAX_IMPORTS_PER_DAY, seconds: DAY_SECONDS }])
  const newAccountMs = (counts.get(key) ?? 0) > MAX_FIRST_HOUR_POSTS ? await remainingFirstHourMs(ctx) : 0
  if (newAccountMs === 0) return
  const retryAfterSeconds = Math.ceil(newAccountMs / 1000)
  throw new Problem('quota-reached', 'That is all for the first hour: 5 posts.', { retryAfterSeconds })
}

/** Returns whether each post of an archive was already imported, in the order of the request. */
export async function checkImportedPosts(
  ctx: UserContext,
  { origins }: EndpointInput<typeof findImportedPosts>['body'],
): Promise<CallOutput<typeof findImportedPosts>> {
  const ids = origins.map((origin) => deriveImportedPostId(ctx.viewer, origin))
  const rows = await selectOwnPosts(ctx.db, ctx.viewer, ids)
  const imported = new Set(rows.filter(({ deleted }) => !deleted).map(({ id }) => id))
  return { known: ids.map((id) => imported.has(id)) }
}
