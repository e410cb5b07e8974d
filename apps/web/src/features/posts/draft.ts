import type { PetId } from '@pawtrait/contract/ids.ts'
import type { Crop, OwnPhoto } from '@pawtrait/contract/photos.ts'
import type { Audience } from '@pawtrait/contract/posts.ts'
import { type CallError, newKey } from '#lib/call.ts'
import type { Rotation } from '#features/media/crop-area.ts'

/** How far a photo of the draft has come. */
export type Progress =
  | { step: 'waiting' }
  | { step: 'sending'; sent: number; startedAt: number }
  | { step: 'accepted'; photo: OwnPhoto }
  | { step: 'failed'; error: CallError }

/** The shape of the crop window; `free` keeps the photo whole. */
export type Shape = 'free' | '4:5' | '1:1' | '3:2'

/** One photo on its way into a post. */
export type DraftPhoto = {
  key: string
  file: File
  /** A `blob:` address of the file, for browsers that can draw it. */
  preview: string
  /** The server keeps a still of it. */
  animated: boolean
  alt: string
  shape: Shape
  crop: Crop | null
  rotate: Rotation
  progress: Progress
}

/** What is being written. Lives as long as the app does, also while one looks at other pages. */
export type Draft = {
  photos: DraftPhoto[]
  /** Key of the photo in the editor. */
  chosen: string | null
  caption: string
  pets: PetId[]
  place: string
  audience: Audience
  /** Null while editing; `waiting` for the connection; `failed` with what went wrong and everything still here. */
  submission: { step: 'sending' | 'waiting' | 'failed'; error: CallError | null } | null
  /** Repeats of this post's creation are recognised by it. */
  idempotencyKey: string
}

export const MOST_PHOTOS = 10 // product.md §3, Posts

const empty = (): Draft => ({
  photos: [],
  chosen: null,
  caption: '',
  pets: [],
  place: '',
  audience: 'everyone',
  submission: null,
  idempotencyKey: newKey(),
})

let draft: Draft | null = null
const listeners = new Set<() => void>()

/** The one draft of this browser tab. */
export const readDraft = (): Draft => {
  draft ??= empty()
  return draft
}

/** Whether the server cannot take a photo; one that did not arrive for want of a connection still can. */
export const isRefused = ({ progress }: Pick<DraftPhoto, 'progress'>) =>
  progress.step === 'failed' && progress.error.code !== 'offline'

/** For `useSyncExternalStore`. */
export function followDraft(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Changes the draft and tells every follower. */
export function changeDraft(change: (draft: Draft) => Partial<Draft>) {
  const before = readDraft()
  draft = { ...before, ...change(before) }
  for (const listener of listeners) listener()
}

/** Changes one photo, if it is still there. */
export const changePhoto = (key: string, change: (photo: DraftPhoto) => Partial<DraftPhoto>) =>
  changeDraft(({ photos }) => ({
    photos: photos.map((photo) => (photo.key === key ? { ...photo, ...change(photo) } : photo)),
  }))

/** Puts a photo at another place in the order. */
export const movePhoto = (key: string, to: number) =>
  changeDraft(({ photos }) => {
    const photo = photos.find((one) => one.key === key)
    const rest = photos.filter((one) => one.key !== key)
    return photo ? { photos: rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, photo) } : {}
  })

/** Starts anew; previews are given back to the browser. */
export function clearDraft() {
  for (const { preview } of readDraft().photos) URL.revokeObjectURL(preview)
  changeDraft(empty)
}
