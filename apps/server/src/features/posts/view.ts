import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { getPostEdits, PostPage } from '@pawtrait/contract/posts.ts'
import { normaliseTag } from '@pawtrait/contract/text/hashtags.ts'
import type * as v from 'valibot'
import { toPetCard } from '#features/pets/view.ts'
import { requireVisiblePet } from '#features/pets/visible-pet.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { UserContext } from '#platform/context.ts'
import {
  createNextCursor,
  formatTimedCursor,
  MAX_ID,
  parseIdCursor,
  parseTimedCursor,
  readPage,
  type ScannedRow,
  splitPage,
  unsealCursor,
} from '#platform/database/cursor.ts'
import { Problem } from '#platform/problem.ts'
import { selectArchivedPosts, selectOwnPost, selectPetCards, selectPostEdits, toPostVersion } from './edit-queries.ts'
import { requireOwnPost } from './own-post.ts'
import {
  type PageParameters,
  selectPinnedPostId,
  selectPostIdsByAuthor,
  selectPostIdsByPet,
  selectPostIdsByTag,
} from './queries.ts'
import { getPostsByIds, type ReadContext } from './read-posts.ts'
import { postNotFoundProblem } from './visible-post.ts'

type Page = { cursor?: string | undefined; limit: number }

/**
 * Returns a page of visible posts, newest first (docs/decisions/0006-cursors.md). `scan` reads the ids of a page.
 * @throws Problem 'validation-failed' for an invalid cursor
 */
export async function readPostPage(
  ctx: ReadContext,
  { cursor, limit }: Page,
  scan: (page: PageParameters) => Promise<ScannedRow<PostId>[]>,
): Promise<PostPage> {
  const before = parseIdCursor(unsealCursor(ctx, cursor)) ?? MAX_ID
  const { items, next } = await readPage(
    limit,
    (most) => scan({ viewer: ctx.viewer, before, most }),
    (rows) =>
      getPostsByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: createNextCursor(ctx, next, ({ id }) => id) }
}

// Separator between the last id and the pinned post in a cursor.
const PINNED = ':'

/**
 * Returns a user's posts: the pinned one, then newest first. The cursor contains the pinned post shown on page one.
 * A post pinned later keeps its normal position. @throws Problem 'not-found' for an invisible user
 */
export async function listUserPosts(ctx: ReadContext, id: UserId, { cursor, limit }: Page): Promise<PostPage> {
  const user = await requireVisibleUser(ctx, id)
  const [after, pinnedInCursor] = cursor?.split(PINNED) ?? []
  const pinnedPosts = cursor === undefined ? await readPinnedPost(ctx, user) : []
  const pinned = pinnedPosts[0]?.id ?? parseIdCursor(pinnedInCursor)
  const page = await readPostPage(ctx, { cursor: after, limit }, (request) =>
    selectPostIdsByAuthor(ctx.db, user, request, pinned ?? MAX_ID),
  )
  const next = page.cursor && pinned ? `${page.cursor}${PINNED}${pinned}` : page.cursor
  return { posts: [...pinnedPosts, ...page.posts], cursor: next }
}

const readPinnedPost = async (ctx: ReadContext, user: UserId) =>
  (await readPostPage(ctx, { limit: 1 }, (request) => selectPinnedPostId(ctx.db, user, request))).posts

/** Returns posts with a tagged pet, newest first. @throws Problem 'not-found' for an unknown or invisible pet */
export async function listPetPosts(ctx: ReadContext, id: PetId, page: Page): Promise<PostPage> {
  const pet = await requireVisiblePet(ctx, id)
  return readPostPage(ctx, page, (request) => selectPostIdsByPet(ctx.db, pet, request))
}

/** Returns posts with a hashtag, newest first; none for an unknown tag. */
export const listTagPosts = (ctx: ReadContext, tag: string, page: Page): Promise<PostPage> =>
  readPostPage(ctx, page, (request) => selectPostIdsByTag(ctx.db, normaliseTag(tag), request))

/** Returns the viewer's archived posts, most recently archived first. */
export async function listArchivedPosts(ctx: UserContext, { cursor, limit }: Page): Promise<PostPage> {
  const after = parseTimedCursor(cursor)
  const { items, next } = await readPage(
    limit,
    (most) => selectArchivedPosts(ctx.db, ctx.viewer, after, most),
    (rows) =>
      getPostsByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: next && formatTimedCursor(next) }
}

/** Returns the edit history of the viewer's post, latest edit first. @throws Problem 'not-found' to other users */
export async function listPostEdits(
  ctx: UserContext,
  id: PostId,
  { cursor, limit }: Page,
): Promise<v.InferOutput<typeof getPostEdits.output>> {
  const own = await requireOwnPost(ctx, id).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'forbidden' ? postNotFoundProblem() : error
  })
  const current = await selectOwnPost(ctx.db, own)
  if (!current) throw postNotFoundProblem()
  const rows = await selectPostEdits(ctx.db, own, parseIdCursor(cursor) ?? MAX_ID, limit + 1)
  const { shown, last } = splitPage(rows, limit)
  const edits = shown.map(({ at, before, after }) => ({ at, before, after: after ?? toPostVersion(current) }))
  const pets = [...new Set(edits.flatMap(({ before, after }) => [...before.pets, ...after.pets]))]
  return {
    edits,
    pets: (await selectPetCards(ctx.db, ctx.viewer, pets)).map(toPetCard),
    cursor: last?.id ?? null,
  }
}
