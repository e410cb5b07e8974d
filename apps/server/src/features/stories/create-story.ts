import type { StoryId } from '@pawtrait/contract/ids.ts'
import { maxActiveStories, type NewStory, type Story } from '@pawtrait/contract/stories.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import type * as v from 'valibot'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { rerenderPhoto } from '#features/media/rerender-photo.ts'
import { requireTaggablePets } from '#features/posts/create-post.ts'
import { refuseNewAccountLinks, remainingFirstHourMs } from '#features/users/new-account-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { Problem } from '#platform/problem.ts'
import { checkComposition, toStoredComposition } from './check-composition.ts'
import { publishStory } from './publish-story.ts'
import { insertStory, lockStoryAuthor, selectActiveStoryCount } from './queries.ts'
import { getStory } from './view.ts'

/**
 * Publishes one of the viewer's photos as a story for 24 hours, optionally with a composition of text and name plate.
 * Other users see the story once the photo is ready. With a composition, the photo must be rendered again first.
 * @throws Problem 'not-found' for a photo of another user or one in use, or a pet that the viewer does not care for;
 *   'unreadable-photo' for a photo that failed; 'quota-reached' above 30 active stories, or above 5 in the first hour
 *   of the account; 'validation-failed' for a composition that cannot be drawn.
 */
export async function createStory(ctx: UserContext, story: v.InferOutput<typeof NewStory>): Promise<Story> {
  const { photo, pets, composition: requested, ...fields } = story
  await refuseNewAccountLinks(ctx, { caption: fields.caption, alt: fields.alt })
  if (requested) await checkComposition(requested, story)
  const id = newId<StoryId>(ctx.now)
  await ctx.transaction(async (tx) => {
    await lockStoryAuthor(tx.db, ctx.viewer)
    await checkQuota(ctx, tx)
    await attachPhotos(tx, ctx.viewer, [photo], { isPublic: false, now: ctx.now })
    const tagged = await requireTaggablePets(ctx, tx, pets)
    const composition = requested && (await toStoredComposition(tx, requested))
    await insertStory(tx.db, { id, author: ctx.viewer, photo, pets: tagged, ...fields, composition, now: ctx.now })
    if (composition) await rerenderPhoto(tx, photo, stageSize)
    await publishStory(tx, id)
  })
  return getStory(ctx, id)
}

const FIRST_HOUR_STORIES = 5 // In an account's first hour, stories have the same limit as posts.

async function checkQuota(ctx: UserContext, tx: Tx) {
  const active = await selectActiveStoryCount(tx.db, ctx.viewer, ctx.now)
  const count = active?.count ?? 0
  if (count >= maxActiveStories && active?.nextEnd) {
    const remainingMs = Date.parse(active.nextEnd) - ctx.now.getTime()
    const detail = `You can have ${maxActiveStories} stories at a time.`
    throw new Problem('quota-reached', detail, { retryAfterSeconds: Math.ceil(remainingMs / 1000) })
  }
  const newAccountMs = count >= FIRST_HOUR_STORIES ? await remainingFirstHourMs(ctx) : 0
  if (newAccountMs > 0)
    throw new Problem('quota-reached', 'That is all for the first hour: 5 stories.', {
      retryAfterSeconds: Math.ceil(newAccountMs / 1000),
    })
}
