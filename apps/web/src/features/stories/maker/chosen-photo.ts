import type { UserId } from '@pawtrait/contract/ids.ts'
import { uploadPhotoOnce } from '#features/media/upload-picture.ts'
import { changeStoryDraft, type StoryDraft } from './story-draft.ts'

/** Fields of the draft that are set at the end of the upload. */
type UploadedFields = Pick<StoryDraft, 'photo' | 'aspect'>

/** The file chosen in this tab, and its upload state. */
export type ChosenPhoto = {
  viewer: UserId
  file: File
  preview: string
  sending: Promise<UploadedFields> | null
  error: Error | null
}

// Stored in the module, so that the upload continues while the story maker is closed. When reopened, the story maker
// shows the progress.
let chosen: ChosenPhoto | null = null
const watchers = new Set<() => void>()

function set(next: ChosenPhoto | null) {
  if (chosen && chosen.preview !== next?.preview) URL.revokeObjectURL(chosen.preview)
  chosen = next
  for (const changed of watchers) changed()
}

/** Returns the viewer's chosen photo; null if there is none. */
export const readChosenPhoto = (viewer: UserId): ChosenPhoto | null => (chosen?.viewer === viewer ? chosen : null)

/**
 * Subscribes to the chosen photo. Returns the unsubscribe function. Without subscribers, this module releases the local
 * file of an uploaded photo, because the draft contains the photo's id.
 */
export function subscribeToChosenPhoto(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    releaseUploaded()
  }
}

/** Releases the local file of an uploaded photo that has no subscribers. The server's image replaces it. */
function releaseUploaded() {
  if (watchers.size === 0 && chosen?.sending === null && !chosen.error) set(null)
}

function send(photo: Pick<ChosenPhoto, 'viewer' | 'file' | 'preview'>) {
  const { viewer, file } = photo
  const isCurrent = () => chosen?.sending === done
  const done: Promise<UploadedFields> = uploadPhotoOnce(file).then(({ id, width, height }) => {
    const arrived = { photo: id, aspect: width / height }
    if (isCurrent()) changeStoryDraft(viewer, arrived)
    return arrived
  })
  set({ ...photo, sending: done, error: null })
  const settle = (error: Error | null) => {
    if (!isCurrent()) return
    set({ ...photo, sending: null, error })
    releaseUploaded()
  }
  done.then(() => settle(null), settle)
}

/** Starts the upload of a file as the photo of the viewer's draft. */
export function choosePhoto(viewer: UserId, file: File) {
  changeStoryDraft(viewer, { photo: null, aspect: null, place: null })
  send({ viewer, file, preview: URL.createObjectURL(file) })
}

/** Releases the chosen photo after the outbox has stored its file. */
export function releaseChosenPhoto(viewer: UserId) {
  if (chosen?.viewer === viewer) set(null)
}

export function retryUpload() {
  if (chosen) send(chosen)
}
