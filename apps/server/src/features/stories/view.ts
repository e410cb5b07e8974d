import type { PetId, StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { HighlightPage, Story, StoryRing, StoryRow, StoryViewPage } from '@pawtrait/contract/stories.ts'
import type { StoryComposition } from '@pawtrait/contract/story-stage.ts'
import type { StoredStoryComposition } from '#features/media/stage/photo-stage.ts'
import { toPhoto } from '#features/media/view.ts'
import { toPetCard } from '#features/pets/view.ts'
import { requireVisiblePet } from '#features/pets/visible-pet.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { formatTimedCursor, parseTimedCursor, splitPage } from '#platform/database/cursor.ts'
import * as queries from './queries.ts'
import { type StoryRingRow, selectRings } from './ring-queries.ts'
import { requireOwnStory, storyNotFoundProblem } from './visible-story.ts'

type Reader = Pick<Context, 'db' | 'viewer' | 'now' | 'secrets'>
type Page = { cursor?: string | undefined; limit: number }

function toStory(ctx: Reader, row: queries.StoryRow): Story {
  const { authorId, username, fullname, imageName, photo, alt, pets, composition, ...story } = row
  return {
    ...story,
    composition: composition && toSentComposition(composition, pets),
    author: toUserCard({ id: authorId, username, fullname, imageName }),
    photo: { ...toPhoto(ctx, photo), alt },
    pets: pets.map(toPetCard),
  }
}

// Returns the composition for a reader: without the stored pet fields, and without a plate of a pet that the reader
// cannot see.
function toSentComposition(
  { plate, ...rest }: StoredStoryComposition,
  pets: readonly { id: PetId }[],
): StoryComposition {
  const isShown = pets.some(({ id }) => id === plate?.pet)
  return { ...rest, plate: plate && isShown ? { x: plate.x, y: plate.y, pet: plate.pet } : null }
}

/** Returns a story. @throws Problem 'not-found' if it is unknown, expired or invisible. */
export async function getStory(ctx: Reader, id: StoryId): Promise<Story> {
  const row = await queries.selectStory(ctx.db, ctx.viewer, id, ctx.now)
  if (!row) throw storyNotFoundProblem()
  return toStory(ctx, row)
}

/** Returns a user's active stories, oldest first, except hidden and filtered ones. @throws Problem 'not-found' */
export async function listUserStories(ctx: Reader, id: UserId): Promise<{ stories: Story[] }> {
  const user = await requireVisibleUser(ctx, id)
  const rows = await queries.selectActiveStories(ctx.db, ctx.viewer, user, ctx.now)
  return { stories: rows.map((row) => toStory(ctx, row)) }
}

const toRing = ({ authorId, username, fullname, imageName, pet, ...row }: StoryRingRow): StoryRing => ({
  ...row,
  author: toUserCard({ id: authorId, username, fullname, imageName }),
  pet: pet && toPetCard(pet),
})

/** Returns the story row in one query: the viewer's ring, then at most 50 others, unseen first, then the newest. */
export async function getStoryRow(ctx: UserContext): Promise<StoryRow> {
  const rows = await selectRings(ctx.db, ctx.viewer, ctx.now)
  const ownRing = rows.find(({ authorId }) => authorId === ctx.viewer)
  const otherRings = rows.filter((row) => row !== ownRing).slice(0, 50)
  return { own: ownRing ? toRing(ownRing) : null, rings: otherRings.map(toRing) }
}

/** Returns a story's viewers, latest first. @throws Problem 'not-found', 'forbidden', 'validation-failed' (cursor) */
export async function listStoryViewers(ctx: UserContext, id: StoryId, { cursor, limit }: Page): Promise<StoryViewPage> {
  const after = parseTimedCursor(cursor)
  const story = await requireOwnStory(ctx, id)
  const [ownStory, rows] = await Promise.all([
    getStory(ctx, id),
    queries.selectStoryViewers(ctx.db, ctx.viewer, story, after, limit + 1),
  ])
  const page = splitPage(rows, limit)
  const { viewCount = 0, pawCount = 0, replyCount = 0 } = ownStory.own ?? {}
  return {
    viewers: page.shown.map((row) => toUserCard(row)),
    cursor: page.last ? formatTimedCursor({ at: page.last.viewedAt, id: page.last.id }) : null,
    viewCount,
    pawCount,
    replyCount,
  }
}

/** Returns a pet's highlights, last added first. @throws Problem 'not-found'; 'validation-failed' for a bad cursor */
export async function listHighlights(ctx: Reader, id: PetId, { cursor, limit }: Page): Promise<HighlightPage> {
  const after = parseTimedCursor(cursor)
  const pet = await requireVisiblePet(ctx, id)
  const request = { after, limit: limit + 1, now: ctx.now }
  const rows = await queries.selectHighlights(ctx.db, ctx.viewer, pet, request)
  const page = splitPage(rows, limit)
  return {
    stories: page.shown.map(({ at: _at, ...row }) => toStory(ctx, row)),
    cursor: page.last ? formatTimedCursor(page.last) : null,
  }
}
