import type { PetId, PhotoId, PostId } from '@pawtrait/contract/ids.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import { type Audience, audiences, type Post, type PostChange, type PostVersion } from '@pawtrait/contract/posts.ts'
import { findHashtags } from '@pawtrait/contract/text/hashtags.ts'
import type * as v from 'valibot'
import { attachPhotos } from '#features/media/attach-photos.ts'
import { deletePhotos } from '#features/media/delete-photos.ts'
import { mergeEdit } from '#features/media/edit-photo.ts'
import { photoStillRenderingProblem } from '#features/media/own-photo.ts'
import {
  activateRenderedEdits,
  deleteReplacedRenderings,
  deleteUnusedRenderings,
  EditOutdatedError,
  type RenderedEdits,
  renderEdits,
} from '#features/media/render-edits.ts'
import { findNewlyMentionedUsers } from '#features/mentions/view.ts'
import { refuseNewAccountLinks, wasCreatedByNewAccount } from '#features/users/new-account-limits.ts'
import { enforceRateLimit } from '#features/users/rate-limits.ts'
import type { Tx, UserContext } from '#platform/context.ts'
import { newId } from '#platform/database/id.ts'
import { fieldProblem, Problem, refuseOutdatedEdit } from '#platform/problem.ts'
import { moveAudienceCounts } from './count-queries.ts'
import { requireTaggablePets } from './create-post.ts'
import {
  hasNonFollowingCloseFriend,
  insertPostEdit,
  lockLabelCounts,
  lockPost,
  type OwnPostRow,
  replacePostPhotos,
  toPostVersion,
  updatePost,
  updatePostPets,
} from './edit-queries.ts'
import { type OwnPostId, requireOwnPost } from './own-post.ts'
import { restrictPhotoAccess, updatePhotoAccess } from './photo-access.ts'
import { publishPost } from './publish-post.ts'
import { lockAuthor } from './queries.ts'
import { getPostUncached } from './read-posts.ts'
import { postNotFoundProblem } from './visible-post.ts'

type Change = v.InferOutput<typeof PostChange>

// Maximum number of attempts. An attempt fails if a parallel edit changes a photo while it is being rendered.
const MAX_ATTEMPTS = 5

/**
 * Changes the given fields of a post. The post shows as edited, and its author can read the previous version. An edit
 * that changes no field writes nothing. Photos missing from the new list are deleted permanently.
 * @throws Problem 'not-found' for an invisible post, a new pet that the viewer does not care for, or a new photo that
 * is in use or another user's; 'forbidden' for another user's post; 'conflict' if the post was changed since `seen`, or
 * concurrent edits kept replacing a photo; 'unavailable' while a photo is being rendered; 'unreadable-photo',
 * 'picture-taken-down', 'too-many-requests', 'storage-full'.
 */
export async function editPost(ctx: UserContext, id: PostId, change: Change): Promise<Post> {
  const postId = await requireOwnPost(ctx, id)
  const { photos = [], caption, place } = change
  if (new Set(photos.map((photo) => photo.id)).size < photos.length)
    throw fieldProblem('photos', 'twice', 'A photo can be in a post once.')
  await refuseNewAccountLinks(ctx, { caption, place, photos: photos.map(({ alt = '' }) => alt) })
  await enforceRateLimit(ctx, 'post-edits')
  for (let attempt = 1; ; attempt++) {
    const isWritten = await tryEdit(ctx, postId, change).catch((error: unknown) => {
      if (!(error instanceof EditOutdatedError)) throw error
      if (attempt === MAX_ATTEMPTS)
        throw new Problem('conflict', 'A photo is being changed elsewhere. Reload and try again.')
      return false
    })
    if (isWritten) return getPostUncached(ctx, id)
  }
}

/** Makes one attempt at an edit. @throws EditOutdatedError if a parallel edit changed one of the photos */
async function tryEdit(ctx: UserContext, postId: OwnPostId, change: Change): Promise<true> {
  const edits = await renderEdits(
    ctx,
    (change.photos ?? []).flatMap((photo) => (photo.cut ? [{ id: photo.id, ...photo.cut }] : [])),
  )
  try {
    await ctx.transaction((tx) => writeEdit(ctx, tx, postId, change, edits))
  } catch (error) {
    await deleteUnusedRenderings(ctx, edits)
    throw error
  }
  await deleteReplacedRenderings(ctx, edits)
  return true
}

async function writeEdit(ctx: UserContext, tx: Tx, postId: OwnPostId, change: Change, edits: RenderedEdits) {
  const author = await lockAuthor(tx.db, ctx.viewer)
  const current = await lockPost(tx.db, postId)
  if (!current) throw postNotFoundProblem()
  const before = toPostVersion(current)
  const after = computeNewVersion(before, change)
  // This check comes first, because a client that lost the response repeats the same edit with an outdated `seen`.
  if (JSON.stringify(before) === JSON.stringify(after)) return
  refuseOutdatedEdit(change.seen, current.editedAt, 'This post was changed elsewhere.')
  await changePhotos(ctx, tx, postId, current, after)
  await activateRenderedEdits(tx, edits)
  const tags = findHashtags(after.caption)
  await lockLabelCounts(tx.db, postId, after, tags, before.audience)
  await updatePost(tx.db, postId, after, tags, ctx.now)
  if (current.counts && before.audience !== after.audience)
    await moveAudienceCounts(tx.db, postId, ctx.viewer, before.audience, after.audience)
  await changePets(ctx, tx, postId, current, after.pets)
  const mentions = current.counts
    ? await findNewlyMentionedUsers({ db: tx.db, viewer: ctx.viewer }, before.caption, after.caption)
    : []
  if (mentions.length > 0) await tx.emit('post-names', { postId, by: ctx.viewer, mentions })
  await insertPostEdit(tx.db, { id: newId(ctx.now), postId, before })
  const isNarrower = await isAudienceNarrowed(ctx, tx, before.audience, after.audience, author?.isPrivate ?? false)
  await (isNarrower ? restrictPhotoAccess : updatePhotoAccess)(tx, postId)
  if (isNarrower) await tx.announce('post-left', { postId, had: current.counts ? before.audience : null })
  // The post becomes ready if the edit removed the only photo that was not ready.
  if (!current.isReady) await publishPost(tx, postId, ctx.now)
  else if (wasCreatedByNewAccount(ctx.viewer, postId)) await tx.job('look-for-wave', { post: postId })
}

// Returns whether an edit takes access to the post from any user. Example: close friends who are not followers lose
// access to a followers-only post. The caller has locked the author, so no close friend is added concurrently.
async function isAudienceNarrowed(ctx: UserContext, tx: Tx, from: Audience, to: Audience, isPrivate: boolean) {
  if (audiences.indexOf(to) > audiences.indexOf(from)) return true
  const isForFollowers = to === 'followers' || (to === 'everyone' && isPrivate)
  return from === 'close-friends' && isForFollowers && hasNonFollowingCloseFriend(tx.db, ctx.viewer)
}

// A photo that this edit adds starts without crop, rotation or adjustments, even if it was edited earlier.
function computeNewVersion(before: PostVersion, change: Change): PostVersion {
  const { caption = before.caption, place = before.place, pets = before.pets } = change
  const { audience = before.audience, replies = before.replies } = change
  const photosBefore = new Map(before.photos.map((photo) => [photo.id, photo]))
  return {
    caption,
    place,
    audience,
    replies,
    pets: [...new Set(pets)].toSorted(),
    photos: change.photos
      ? change.photos.map(({ id, alt, cut }) => {
          const photo = photosBefore.get(id) ?? { ...noPhotoEdit, id, alt: '' }
          return {
            ...photo,
            ...(alt !== undefined && { alt }),
            ...(cut && mergeEdit({ ...photo, adjustments: photo.adjustments ?? null }, cut)),
          }
        })
      : before.photos,
  }
}

async function changePhotos(ctx: UserContext, tx: Tx, postId: OwnPostId, current: OwnPostRow, { photos }: PostVersion) {
  const [before, after] = [current.photos.map(({ id }) => id), photos.map(({ id }) => id)]
  const exclude = (ids: PhotoId[], excluded: PhotoId[]) => ids.filter((id) => !excluded.includes(id))
  const [added, removed] = [exclude(after, before), exclude(before, after)]
  const attached = await attachPhotos(tx, ctx.viewer, added, { isPublic: false, now: ctx.now })
  if (current.isReady && attached.some(({ state }) => state !== 'ready')) throw photoStillRenderingProblem()
  await replacePostPhotos(tx.db, postId, photos)
  await deletePhotos(tx, removed, ctx.now)
}

async function changePets(ctx: UserContext, tx: Tx, postId: OwnPostId, current: OwnPostRow, pets: readonly PetId[]) {
  const [before, after] = [new Set(current.pets), new Set(pets)]
  // A pet that is already tagged may stay tagged, even if the viewer no longer cares for it.
  const added = await requireTaggablePets(
    ctx,
    tx,
    pets.filter((pet) => !before.has(pet)),
  )
  const removed = current.pets.filter((pet) => !after.has(pet))
  if (added.length + removed.length > 0) await updatePostPets(tx.db, postId, { added, removed, counts: current.counts })
}
