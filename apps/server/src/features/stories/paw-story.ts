import type { StoryId } from '@pawtrait/contract/ids.ts'
import type { StoryState } from '@pawtrait/contract/stories.ts'
import { keepPace } from '#features/users/keep-pace.ts'
import type { UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { deletePaw, insertPaw } from './queries.ts'
import { noStory, visibleStory } from './visible-story.ts'

async function othersStory(ctx: UserContext, id: StoryId) {
  const story = await visibleStory(ctx, id)
  if (story.authorId === ctx.viewer) throw new Problem('validation-failed', 'Paws come from others.')
  return story.id
}

/**
 * The viewer sends a paw, and has seen the story; again changes nothing and tells nobody twice.
 * @throws Problem 'not-found' as `visibleStory`; 'validation-failed' for one's own; as `keepPace`.
 */
export async function pawStory(ctx: UserContext, storyId: StoryId): Promise<StoryState> {
  const story = await othersStory(ctx, storyId)
  await keepPace(ctx, 'paws')
  await ctx.transaction(async (tx) => {
    const paw = await insertPaw(tx.db, story, ctx.viewer, ctx.now)
    if (!paw) throw noStory()
    if (paw.changed) await tx.emit('story-pawed', { storyId, by: ctx.viewer })
  })
  return { storyId, seenByMe: true, pawedByMe: true }
}

/** The viewer takes their paw back, if there is one. @throws Problem as `pawStory`. */
export async function unpawStory(ctx: UserContext, storyId: StoryId): Promise<StoryState> {
  const story = await othersStory(ctx, storyId)
  return ctx.transaction(async (tx) => {
    const paw = await deletePaw(tx.db, story, ctx.viewer)
    if (!paw) throw noStory()
    if (paw.changed) await tx.emit('story-unpawed', { storyId, by: ctx.viewer })
    return { storyId, seenByMe: paw.seen, pawedByMe: false }
  })
}
