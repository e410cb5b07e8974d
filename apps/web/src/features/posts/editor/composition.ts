import type { DraftId, PetId } from '@pawtrait/contract/ids.ts'
import type { Adjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import type { Crop, OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Audience, ReplyControl } from '@pawtrait/contract/posts.ts'
import type { Rotation } from '#features/media/crop-area.ts'
import { type CallError, newKey } from '#lib/server/call.ts'
import { type Shape, shapeOf } from './shapes.ts'

/** How far a photo has come. */
export type Progress =
  | { step: 'waiting' }
  | { step: 'sending'; sent: number; startedAt: number }
  | { step: 'accepted'; photo: OwnPhoto }
  | { step: 'failed'; error: CallError }

/** One photo on its way into a post. */
export type DraftPhoto = {
  key: string
  /** Null: the server had it before, from another device or in the post that is edited. */
  file: File | null
  /** A `blob:` address of the file, for browsers that can draw it. */
  preview: string | null
  /** The server keeps a still of it. */
  animated: boolean
  alt: string
  shape: Shape
  crop: Crop | null
  rotate: Rotation
  adjustments: Adjustments | null
  progress: Progress
}

/** What is being written. */
export type Draft = {
  photos: DraftPhoto[]
  /** Key of the photo in the editor. */
  chosen: string | null
  caption: string
  pets: PetId[]
  place: string
  audience: Audience
  replies: ReplyControl
  /** Where the server keeps it, and which version of it was seen last. */
  kept: { id: DraftId; version: number } | null
  /** Null while editing; `waiting` for the connection; `failed` with what went wrong and everything still here. */
  submission: { step: 'sending' | 'waiting' | 'failed'; error: CallError | null } | null
  /** Repeats of this post's creation are recognised by it. */
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
  idempotencyKey: newKey(),
})

/** Whether there is anything in it. */
export const isStarted = ({ photos, caption, place, pets }: Draft) =>
  photos.length > 0 || caption !== '' || place !== '' || pets.length > 0

/** A photo that the server has, as the editor takes it up. */
export const photoFromServer = (photo: OwnPhoto, alt: string): DraftPhoto => ({
  key: photo.id,
  file: null,
  preview: null,
  animated: false,
  alt,
  shape: shapeOf(photo),
  crop: photo.crop,
  rotate: photo.rotate,
  adjustments: photo.adjustments,
  progress: { step: 'accepted', photo },
})

/** Photos and words that are put together: a new post's, or those of one that is edited. */
export type Composition = {
  read: () => Draft
  /** For `useSyncExternalStore`. */
  follow: (listener: () => void) => () => void
  /** Changes it and tells every follower. */
  change: (change: (draft: Draft) => Partial<Draft>) => void
  /** Changes one photo, if it is still there. */
  changePhoto: (key: string, change: (photo: DraftPhoto) => Partial<DraftPhoto>) => void
  /** Puts a photo at another place in the order. */
  movePhoto: (key: string, to: number) => void
  /** Puts something else in its place; previews are given back to the browser. */
  replace: (draft: Draft) => void
}

/** Begins a composition; `start` is asked when it is first read. */
export function compose(start: () => Draft): Composition {
  let draft: Draft | null = null
  const listeners = new Set<() => void>()
  const read = () => (draft ??= start())
  const change: Composition['change'] = (make) => {
    const before = read()
    draft = { ...before, ...make(before) }
    for (const listener of listeners) listener()
  }
  return {
    read,
    follow: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    change,
    changePhoto: (key, make) =>
      change(({ photos }) => ({
        photos: photos.map((photo) => (photo.key === key ? { ...photo, ...make(photo) } : photo)),
      })),
    movePhoto: (key, to) =>
      change(({ photos }) => {
        const photo = photos.find((one) => one.key === key)
        const rest = photos.filter((one) => one.key !== key)
        return photo ? { photos: rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, photo) } : {}
      }),
    replace: (next) => {
      const stays = new Set(next.photos.map(({ preview }) => preview))
      for (const { preview } of read().photos) if (preview && !stays.has(preview)) URL.revokeObjectURL(preview)
      change(() => next)
    },
  }
}

export const MOST_PHOTOS = 10 // product.md §3, Posts

/** Whether the server cannot take a photo; one that did not arrive for want of a connection still can. */
export const isRefused = ({ progress }: Pick<DraftPhoto, 'progress'>) =>
  progress.step === 'failed' && progress.error.code !== 'offline'
