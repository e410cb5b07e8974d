import type { UserId } from '@pawtrait/contract/ids.ts'
import { uploadOnce } from '#features/media/upload-picture.ts'
import { changeStoryDraft, type StoryDraft } from './story-draft.ts'

/** Part of the draft that an uploaded photo sets. */
type Arrived = Pick<StoryDraft, 'photo' | 'aspect'>

/** The file chosen in this tab, and its upload state. */
export type ChosenPhoto = {
  viewer: UserId
  file: File
  preview: string
  sending: Promise<Arrived> | null
  error: Error | null
}

// Module state: the upload continues while the maker is closed, and reopening it shows the progress.
let chosen: ChosenPhoto | null = null
const watchers = new Set<() => void>()

function set(next: ChosenPhoto | null) {
  if (chosen && chosen.preview !== next?.preview) URL.revokeObjectURL(chosen.preview)
  chosen = next
  for (const changed of watchers) changed()
}

/** Returns the viewer's chosen photo, if there still is one. */
export const readChosenPhoto = (viewer: UserId): ChosenPhoto | null => (chosen?.viewer === viewer ? chosen : null)

/**
 * Subscribes to the chosen photo. Returns the unsubscribe function. Without subscribers, this module forgets a photo
 * once it is uploaded, because the draft contains its id.
 */
export function subscribeToChosenPhoto(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    forgetArrived()
  }
}

/** Forgets an uploaded photo if there are no subscribers: the server's rendering replaces the local file. */
function forgetArrived() {
  if (watchers.size === 0 && chosen?.sending === null && !chosen.error) set(null)
}

function send(photo: Pick<ChosenPhoto, 'viewer' | 'file' | 'preview'>) {
  const { viewer, file } = photo
  const isCurrent = () => chosen?.sending === done
  const done: Promise<Arrived> = uploadOnce(file).then(({ id, width, height }) => {
    const arrived = { photo: id, aspect: width / height }
    if (isCurrent()) changeStoryDraft(viewer, arrived)
    return arrived
  })
  set({ ...photo, sending: done, error: null })
  const settle = (error: Error | null) => {
    if (!isCurrent()) return
    set({ ...photo, sending: null, error })
    forgetArrived()
  }
  done.then(() => settle(null), settle)
}

/** Uploads a file as the photo of the viewer's draft. */
export function choosePhoto(viewer: UserId, file: File) {
  changeStoryDraft(viewer, { photo: null, aspect: null, place: null })
  send({ viewer, file, preview: URL.createObjectURL(file) })
}

/** Retries a failed upload. */
export function retryUpload() {
  if (chosen) send(chosen)
}
