import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Post, PostChange } from '@pawtrait/contract/posts.ts'
import { hasEdit, toApiPhotoEdit } from '#features/media/crop-area.ts'
import { getPhotoEdit } from './crop-shapes.ts'
import { createDraftPhotoFromServer, type Draft, type DraftPhoto, emptyDraft } from './draft-store.ts'

/**
 * A post, and its photos with their crop and adjustments, which only the owner receives. `photos` is null if the server
 * did not answer, so that the post comes from the cache. Its photos cannot be changed then.
 */
export type EditablePost = { post: Post; photos: readonly OwnPhoto[] | null }

/** The change in a refused edit of a post. `pets` omits pets that the form cannot show. */
export type RefusedPostChange = Omit<PostChange, 'seen' | 'pets'> & { pets?: Draft['pets'] }

/**
 * Returns the draft that the post editor starts with: the post, with the texts and choices of a refused edit. Only the
 * descriptions of the edit's photos are used, because the post may have other photos by now.
 */
export function createPostEditDraft({ post, photos }: EditablePost, refused: RefusedPostChange = {}): Draft {
  const ownPhotos = new Map(photos?.map((photo) => [photo.id, photo]))
  const refusedAlts = new Map(refused.photos?.map(({ id, alt }) => [id, alt]))
  const taken = post.photos.flatMap(({ id, alt }) => {
    const photo = ownPhotos.get(id)
    return photo ? [createDraftPhotoFromServer(photo, refusedAlts.get(id) ?? alt)] : []
  })
  const { caption = post.caption, place = post.place, audience = post.audience, replies = post.replies } = refused
  const pets = refused.pets ?? post.pets.map(({ id }) => id)
  return { ...emptyDraft(), caption, place, audience, replies, pets, photos: taken, chosen: taken[0]?.key ?? null }
}

/** Parts of a post that the "save changes?" dialog names. */
export type ChangedPostField = 'photos' | 'caption' | 'place' | 'pets' | 'audience' | 'replies'

const isEditChanged = (photo: DraftPhoto) =>
  photo.progress.step === 'accepted' && !hasEdit(photo.progress.photo, getPhotoEdit(photo))

export function listChangedPostFields({ post, photos }: EditablePost, draft: Draft): ChangedPostField[] {
  const samePhotos =
    photos === null ||
    (draft.photos.length === post.photos.length &&
      draft.photos.every(
        (photo, at) => photo.key === post.photos[at]?.id && photo.alt === post.photos[at]?.alt && !isEditChanged(photo),
      ))
  const samePets = draft.pets.length === post.pets.length && post.pets.every(({ id }) => draft.pets.includes(id))
  const changedTextFields = (['caption', 'place', 'audience', 'replies'] as const).filter(
    (name) => draft[name] !== post[name],
  )
  return [...(samePhotos ? [] : (['photos'] as const)), ...changedTextFields, ...(samePets ? [] : (['pets'] as const))]
}

/** Returns the change to send: only the fields that differ, and the version of the post that was loaded. */
export function buildPostChange(edited: EditablePost, draft: Draft): PostChange {
  const changed = new Set(listChangedPostFields(edited, draft))
  const photos = draft.photos.flatMap((photo) => {
    if (photo.progress.step !== 'accepted') return []
    const cut = isEditChanged(photo) ? { cut: toApiPhotoEdit(getPhotoEdit(photo)) } : {}
    return [{ id: photo.progress.photo.id, alt: photo.alt, ...cut }]
  })
  return {
    seen: edited.post.editedAt,
    ...(changed.has('photos') && { photos }),
    ...(changed.has('caption') && { caption: draft.caption }),
    ...(changed.has('place') && { place: draft.place }),
    ...(changed.has('audience') && { audience: draft.audience }),
    ...(changed.has('replies') && { replies: draft.replies }),
    ...(changed.has('pets') && { pets: draft.pets }),
  }
}

/**
 * Applies the author's draft `mine` to the newer version `theirs`. Photos deleted in `theirs` stay deleted;
 * photos added in `theirs` are appended. If the photos of `before` were not loaded, the result has those of `theirs`.
 */
export function mergeDraftIntoNewerPost(before: EditablePost, theirs: EditablePost, mine: Draft): Draft {
  const theirPhotos = createPostEditDraft(theirs).photos
  if (before.photos === null) return { ...mine, photos: theirPhotos, submission: null }
  const [idsBefore, idsNow] = [before.post, theirs.post].map(
    ({ photos }) => new Set<string>(photos.map(({ id }) => id)),
  )
  const remaining = mine.photos.filter(({ key }) => !idsBefore?.has(key) || idsNow?.has(key))
  const added = theirPhotos.filter(({ key }) => !idsBefore?.has(key))
  return { ...mine, photos: [...remaining, ...added], submission: null }
}
