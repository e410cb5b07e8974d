import type { PetId, PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import type { NewPost, Post } from '@pawtrait/contract/posts.ts'
import { findHashtags } from '@pawtrait/contract/text/hashtags.ts'
import type * as v from 'valibot'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { refuseNewAccountLinks, remainingFirstHourMs } from '#features/users/new-account-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { counter } from '#platform/monitoring/metrics.ts'
import { fieldProblem, Problem } from '#platform/problem.ts'
import { updatePhotoAccess } from './photo-access.ts'
import { publishPost } from './publish-post.ts'
import {
  deletePostedDrafts,
  insertPost,
  lockAuthor,
  type NewPostRow,
  selectDailyPostCount,
  selectPetsCaredFor,
} from './queries.ts'
import { getPostUncached } from './read-posts.ts'

const countPost = counter('posts_created_total', 'Posts created')

/**
 * Creates a post of the viewer with these photos in this order. Other users see it once all photos are ready.
 * @throws Problem 'not-found' for a photo that is in use or another user's, or a pet the viewer does not care for;
 * 'unreadable-photo' for a photo that failed; 'quota-reached' above the daily limit of posts, or above 5 posts in the
 * first hour of the account; 'validation-failed' for a repeated photo, or links or mentions in that hour.
 */
export async function createPost(ctx: UserContext, post: v.InferOutput<typeof NewPost>): Promise<Post> {
  const { photos, pets, caption, place, audience, replies, draft } = post
  refuseDuplicatePhotos(photos)
  await refuseNewAccountLinks(ctx, { caption, place, photos: photos.map(({ alt }) => alt) })
  const id = newId<PostId>(ctx.now)
  await ctx.transaction(async (tx) => {
    await lockAuthor(tx.db, ctx.viewer)
    const tagged = await requireTaggablePets(ctx, tx, pets)
    const fields = { caption, place, audience, replies, photos, pets: tagged }
    await insertPostWithPhotos(tx, { id, author: ctx.viewer, ...fields, now: ctx.now }, ctx.now)
    await requireQuota(ctx, tx)
    await deletePostedDrafts(
      tx.db,
      ctx.viewer,
      draft ?? null,
      photos.map((photo) => photo.id),
    )
    await publishPost(tx, id, ctx.now)
  })
  countPost()
  return getPostUncached(ctx, id)
}

/** @throws Problem 'validation-failed' if a photo is in the list twice */
export function refuseDuplicatePhotos(photos: readonly { id: PhotoId }[]) {
  if (new Set(photos.map(({ id }) => id)).size < photos.length)
    throw fieldProblem('photos', 'twice', 'A photo can be in a post once.')
}

/** Inserts a post with its photos. The caller has locked the author. @throws Problem 'not-found', 'unreadable-photo' */
export async function insertPostWithPhotos(tx: Tx, post: Omit<NewPostRow, 'tags'>, now: Date) {
  const ids = post.photos.map(({ id }) => id)
  await attachPhotos(tx, post.author, ids, { isPublic: false, now })
  await insertPost(tx.db, { ...post, tags: findHashtags(post.caption) })
  await updatePhotoAccess(tx, post.id)
}

/** Returns the pets without duplicates. @throws Problem 'not-found' for a pet that the viewer does not care for. */
export async function requireTaggablePets(ctx: UserContext, tx: Tx, pets: readonly PetId[]): Promise<PetId[]> {
  if (pets.length === 0) return []
  const ownPets = new Set(await selectPetsCaredFor(tx.db, ctx.viewer, pets, ctx.now))
  const foreignIndex = pets.findIndex((pet) => !ownPets.has(pet))
  if (foreignIndex >= 0) {
    const message = 'You can tag only pets you care for.'
    throw new Problem('not-found', message, { errors: [{ field: `pets.${foreignIndex}`, code: 'not-yours', message }] })
  }
  return [...ownPets]
}

/** Maximum number of posts in the first hour of an account, a limit against spam. */
export const MAX_FIRST_HOUR_POSTS = 5

async function requireQuota(ctx: UserContext, tx: Tx) {
  const today = await selectDailyPostCount(tx.db, ctx.viewer, ctx.now)
  if (!today) return
  const { postsPerDay } = ctx.config
  const remainingDayMs = today.posts > postsPerDay ? Date.parse(today.endsAt) - ctx.now.getTime() : 0
  const newAccountMs = today.posts > MAX_FIRST_HOUR_POSTS ? await remainingFirstHourMs(ctx) : 0
  if (remainingDayMs === 0 && newAccountMs === 0) return
  const detail =
    remainingDayMs > 0 ? `That is all for today: ${postsPerDay} posts.` : 'That is all for the first hour: 5 posts.'
  throw new Problem('quota-reached', detail, {
    retryAfterSeconds: Math.ceil(Math.max(remainingDayMs, newAccountMs) / 1000),
  })
}
