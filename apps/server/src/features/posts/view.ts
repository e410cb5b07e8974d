import type { PetId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { getPostEdits, Post, PostPage } from '@pawtrait/contract/posts.ts'
import { normaliseTag } from '@pawtrait/contract/tags.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import type * as v from 'valibot'
import { toPhoto } from '#features/media/view.ts'
import { loadExistingNamesIn } from '#features/mentions/view.ts'
import { petCard } from '#features/pets/view.ts'
import { visiblePet } from '#features/pets/visible-pet.ts'
import { userCard } from '#features/users/account/user-card.ts'
import { visibleUser } from '#features/users/account/visible-user.ts'
import type { Context, UserContext } from '#platform/context.ts'
import {
  cursorAfter,
  idOfCursor,
  LAST_ID,
  pageOf,
  readPage,
  type ScannedRow,
  timedCursor,
  timedKeyOfCursor,
  unsealCursor,
} from '#platform/database/cursor.ts'
import { Problem } from '#platform/problem.ts'
import { selectArchivedPosts, selectOwnPost, selectPetCards, selectPostEdits, versionOf } from './edit-queries.ts'
import { ownPost } from './own-post.ts'
import {
  type PageParameters,
  type PostRow,
  selectPinnedId,
  selectPostIdsByAuthor,
  selectPostIdsByPet,
  selectPostIdsByTag,
  selectPosts,
  selectSharedPosts,
} from './queries.ts'
import { postNotFound } from './visible-post.ts'

type Reader = Pick<Context, 'db' | 'viewer' | 'now' | 'secrets'>
type Page = { cursor?: string | undefined; limit: number }

/** Fields of a post that differ per viewer. The author's `followedByMe` differs too. */
export const viewerFields = ['names', 'mayReply', 'likedByMe', 'savedByMe', 'likeCount'] as const

/** Row fields that differ between viewers who may see a post and have no blocks. */
export type ViewerPart = Pick<PostRow, 'likeCount' | 'followedByMe' | 'likedByMe' | 'savedByMe'>

/** The part of a post that is the same for all its viewers; `author` as a card. */
export type SharedPost = Omit<Post, 'author' | (typeof viewerFields)[number]> & { author: UserCard }

function sharedPost(ctx: Reader, row: PostRow): SharedPost {
  const { id, caption, place, audience, replies, isReady, commentCount, pinned } = row
  const { postedAt, editedAt, archivedAt, authorId, username, fullname, imageName, photos, pets } = row
  return {
    ...{ id, caption, place, audience, replies, isReady, commentCount, pinned, postedAt, editedAt, archivedAt },
    author: userCard({ id: authorId, username, fullname, imageName }),
    photos: photos.map((photo) => ({ ...toPhoto(ctx, photo), alt: photo.alt })),
    pets: pets.map(({ postedOn, ...pet }) => ({ ...petCard(pet), postedOn })),
  }
}

type RepliesTo = Pick<SharedPost, 'replies'> & { author: Pick<SharedPost['author'], 'id'> }

/** Returns the fields of `viewerFields`, except `names`. Callers put `followedByMe` into `author`. */
export const toViewerPart = (viewer: UserId | null, post: RepliesTo, own: ViewerPart) => ({
  mayReply: mayReply(viewer, post, own.followedByMe),
  likedByMe: own.likedByMe,
  savedByMe: own.savedByMe,
  likeCount: own.likeCount,
})

// @NOTE comments/change-queries.ts has the same rule in SQL.
const mayReply = (viewer: UserId | null, { author, replies }: RepliesTo, follows: boolean) =>
  viewer !== null && (author.id === viewer || replies === 'everyone' || (replies === 'followers' && follows))

function present(ctx: Reader, row: PostRow): Post {
  const post = sharedPost(ctx, row)
  const author = { ...post.author, followedByMe: row.followedByMe }
  return { ...post, author, ...toViewerPart(ctx.viewer, post, row) }
}

/** Returns the shared part of posts and the ids it depends on, without checking visibility. */
export async function readSharedPosts(ctx: Reader, ids: readonly PostId[]) {
  const rows = await selectSharedPosts(ctx.db, ids, ctx.now)
  return rows.map(({ about, ...row }) => ({
    post: sharedPost(ctx, row),
    about: [row.id, row.authorId, ...about.filter((id) => id !== null)],
  }))
}

/** Returns visible posts in the given order with one statement; the caller resolves the mentioned usernames. */
export async function getPostsWithoutNames(ctx: Reader, ids: readonly PostId[]): Promise<Post[]> {
  if (ids.length === 0) return []
  const rows = new Map((await selectPosts(ctx.db, ctx.viewer, ids, ctx.now)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [present(ctx, row)] : []
  })
}

/** Returns the posts that the viewer may see, in the order given. Mentions need a second statement. */
export async function getPostsByIds(ctx: Reader, ids: readonly PostId[]): Promise<Post[]> {
  const posts = await getPostsWithoutNames(ctx, ids)
  const namesOf = await loadExistingNamesIn(
    ctx,
    posts.map(({ caption }) => caption),
  )
  return posts.map((post) => ({ ...post, ...namesOf(post.caption) }))
}

/**
 * Returns a page of visible posts, newest id first; `scan` returns its ids. docs/decisions/0006-cursors.md
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function readPostPage(
  ctx: Reader,
  { cursor, limit }: Page,
  scan: (page: PageParameters) => Promise<ScannedRow<PostId>[]>,
): Promise<PostPage> {
  const before = idOfCursor(unsealCursor(ctx, cursor)) ?? LAST_ID
  const { items, next } = await readPage(
    limit,
    (most) => scan({ viewer: ctx.viewer, before, most }),
    (rows) =>
      getPostsByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: cursorAfter(ctx, next, ({ id }) => id) }
}

/** Returns a post that the viewer may see. @throws Problem 'not-found' as `visiblePost`. */
export async function getPost(ctx: Reader, id: PostId): Promise<Post> {
  const [post] = await getPostsByIds(ctx, [id])
  if (!post) throw postNotFound()
  return post
}

/** Returns a user's posts, newest first, after the pinned one. @throws Problem 'not-found' for an invisible user. */
export async function listUserPosts(ctx: Reader, id: UserId, page: Page): Promise<PostPage> {
  const user = await visibleUser(ctx, id)
  const newest = await readPostPage(ctx, page, (request) => selectPostIdsByAuthor(ctx.db, user, request))
  if (page.cursor) return newest
  const pinned = await readPostPage(ctx, { limit: 1 }, (request) => selectPinnedId(ctx.db, user, request))
  return { ...newest, posts: [...pinned.posts, ...newest.posts] }
}

/** Returns posts that show a pet, newest first. @throws Problem 'not-found' as `visiblePet`. */
export async function listPetPosts(ctx: Reader, id: PetId, page: Page): Promise<PostPage> {
  const pet = await visiblePet(ctx, id)
  return readPostPage(ctx, page, (request) => selectPostIdsByPet(ctx.db, pet, request))
}

/** Returns posts with a hashtag, newest first; none for an unknown tag. */
export const listTagPosts = (ctx: Reader, tag: string, page: Page): Promise<PostPage> =>
  readPostPage(ctx, page, (request) => selectPostIdsByTag(ctx.db, normaliseTag(tag), request))

/** Returns the viewer's archived posts, most recently archived first. */
export async function listArchivedPosts(ctx: UserContext, { cursor, limit }: Page): Promise<PostPage> {
  const after = timedKeyOfCursor(cursor)
  const { items, next } = await readPage(
    limit,
    (most) => selectArchivedPosts(ctx.db, ctx.viewer, after, most),
    (rows) =>
      getPostsByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { posts: items, cursor: next && timedCursor(next) }
}

/** Returns the edit history of the viewer's post, latest first. @throws Problem 'not-found' to other users. */
export async function listPostEdits(
  ctx: UserContext,
  id: PostId,
  { cursor, limit }: Page,
): Promise<v.InferOutput<typeof getPostEdits.output>> {
  const own = await ownPost(ctx, id).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'forbidden' ? postNotFound() : error
  })
  const current = await selectOwnPost(ctx.db, own)
  if (!current) throw postNotFound()
  const rows = await selectPostEdits(ctx.db, own, idOfCursor(cursor) ?? LAST_ID, limit + 1)
  const { shown, last } = pageOf(rows, limit)
  const edits = shown.map(({ at, before, after }) => ({ at, before, after: after ?? versionOf(current) }))
  const pets = [...new Set(edits.flatMap(({ before, after }) => [...before.pets, ...after.pets]))]
  return {
    edits,
    pets: (await selectPetCards(ctx.db, ctx.viewer, pets)).map(petCard),
    cursor: last?.id ?? null,
  }
}
