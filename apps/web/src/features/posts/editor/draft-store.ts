import type { DraftId, PetId } from '@pawtrait/contract/ids.ts'
import type { Adjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import type { Crop, OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Audience, NewPost, ReplyControl } from '@pawtrait/contract/posts.ts'
import type { Rotation } from '#features/media/crop-area.ts'
import { type CallError, newIdempotencyKey } from '#lib/server/call.ts'
import { type CropShape, getCropShape } from './crop-shapes.ts'
import type { FileNote } from './file-note.ts'

export type UploadProgress =
  | { step: 'waiting' }
  | { step: 'sending'; sent: number; startedAt: number }
  | { step: 'accepted'; photo: OwnPhoto }
  | { step: 'failed'; error: CallError }

export type DraftPhoto = {
  key: string
  /** Null if the server already had the photo, from another device or from the edited post. */
  file: File | null
  /** `blob:` URL of the file. Some browsers cannot decode it. */
  preview: string | null
  note: FileNote | null
  alt: string
  shape: CropShape
  crop: Crop | null
  rotate: Rotation
  adjustments: Adjustments | null
  progress: UploadProgress
}

export type Draft = {
  photos: DraftPhoto[]
  /** Key of the selected photo in the editor. */
  chosen: string | null
  caption: string
  pets: PetId[]
  place: string
  audience: Audience
  replies: ReplyControl
  /** Id of the draft on the server, and the version that this tab last loaded or saved. Null before the first save. */
  kept: { id: DraftId; version: number } | null
  /**
   * Null while the user edits the draft. `waiting` means waiting for a connection. In the step `failed`, `error` is the
   * reason, and the content of the draft is unchanged.
   */
  submission: { step: 'sending' | 'waiting' | 'failed'; error: CallError | null } | null
  /**
   * Requests to create the post that were sent but got no response. The server may have created the post from one of
   * these requests.
   */
  unconfirmed: readonly NewPost[]
  /** The server creates only one post for each key, even if the request is repeated. */
  idempotencyKey: string
}

export const emptyDraft = (): Draft => ({
  photos: [],
  chosen: null,
  caption: '',
  pets: [],
  place: '',
  audience: 'everyone',
  replies: 'everyone',
  kept: null,
  submission: null,
  unconfirmed: [],
  idempotencyKey: newIdempotencyKey(),
})

/** Returns whether the draft has any content. */
export const hasContent = ({ photos, caption, place, pets }: Draft) =>
  photos.length > 0 || caption !== '' || place !== '' || pets.length > 0

/** Returns the draft photo for a photo that the server already has. */
export const createDraftPhotoFromServer = (photo: OwnPhoto, alt: string): DraftPhoto => ({
  key: photo.id,
  file: null,
  preview: null,
  note: null,
  alt,
  shape: getCropShape(photo),
  crop: photo.crop,
  rotate: photo.rotate,
  adjustments: photo.adjustments,
  progress: { step: 'accepted', photo },
})

/** Observable store of the draft of one post, new or edited. */
export type DraftStore = {
  read: () => Draft
  /** Subscribes a listener, for `useSyncExternalStore`. */
  subscribe: (listener: () => void) => () => void
  /** Changes the draft and notifies every subscriber. */
  change: (change: (draft: Draft) => Partial<Draft>) => void
  /** Changes one photo, if it still exists. */
  changePhoto: (key: string, change: (photo: DraftPhoto) => Partial<DraftPhoto>) => void
  /** Moves a photo to another index. */
  movePhoto: (key: string, to: number) => void
  /** Replaces the whole draft, and revokes the preview URLs that the new draft does not use. */
  replace: (draft: Draft) => void
}

/** Creates a store for the draft of one post. `start` returns the initial draft; the first read calls it. */
export function createDraftStore(start: () => Draft): DraftStore {
  let draft: Draft | null = null
  const listeners = new Set<() => void>()
  const read = () => (draft ??= start())
  const change: DraftStore['change'] = (update) => {
    const before = read()
    draft = { ...before, ...update(before) }
    for (const listener of listeners) listener()
  }
  return {
    read,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    changePhoto: (key, update) =>
      change(({ photos }) => ({
        photos: photos.map((photo) => (photo.key === key ? { ...photo, ...update(photo) } : photo)),
      })),
    movePhoto: (key, to) =>
      change(({ photos }) => {
        const photo = photos.find((candidate) => candidate.key === key)
        const rest = photos.filter((candidate) => candidate.key !== key)
        return photo ? { photos: rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, photo) } : {}
      }),
    replace: (next) => {
      const keptPreviews = new Set(next.photos.map(({ preview }) => preview))
      for (const { preview } of read().photos) if (preview && !keptPreviews.has(preview)) URL.revokeObjectURL(preview)
      change(() => next)
    },
  }
}

export const MAX_PHOTOS = 10

/** Returns whether the server refused the photo. False if the upload only lost the connection. */
export const isPhotoRefused = ({ progress }: Pick<DraftPhoto, 'progress'>) =>
  progress.step === 'failed' && progress.error.code !== 'offline'

/** Returns whether the last submission failed, and the server may have the post. */
export const isPostUnconfirmed = ({ submission, unconfirmed }: Draft) =>
  submission?.step === 'failed' && unconfirmed.length > 0
