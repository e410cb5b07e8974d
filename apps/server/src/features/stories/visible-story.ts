import type { StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { Problem } from '#platform/problem.ts'
import { selectVisibleStory } from './queries.ts'

declare const visibleBrand: unique symbol
declare const ownBrand: unique symbol
/** Id of a story that the viewer may see. Only `requireVisibleStory` and `requireOwnStory` return one. */
export type VisibleStoryId = StoryId & { [visibleBrand]: true }
/** Id of a story that the viewer published. Only `requireOwnStory` returns one. */
export type OwnStoryId = VisibleStoryId & { [ownBrand]: true }

export const storyNotFoundProblem = () => new Problem('not-found', 'This story is not available.')

/** A story that is visible to the viewer. */
export type VisibleStory = { id: VisibleStoryId; authorId: UserId; allowsReplies: boolean }

/** Checks that the viewer may see the story now. @throws Problem 'not-found' if unknown, expired or invisible */
export async function requireVisibleStory(
  ctx: Pick<Context, 'db' | 'viewer' | 'now'>,
  id: StoryId,
): Promise<VisibleStory> {
  const found = await selectVisibleStory(ctx.db, ctx.viewer, id, ctx.now)
  if (!found) throw storyNotFoundProblem()
  return { id: id as VisibleStoryId, ...found }
}

/** Checks that the viewer published the story. @throws Problem 'not-found'; 'forbidden' for another user's story */
export async function requireOwnStory(ctx: UserContext, id: StoryId): Promise<OwnStoryId> {
  const story = await requireVisibleStory(ctx, id)
  if (story.authorId !== ctx.viewer) throw new Problem('forbidden', 'This is not your story.')
  return story.id as OwnStoryId
}
