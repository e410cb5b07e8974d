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
let chosenPhoto: ChosenPhoto | null = null
const watchers = new Set<() => void>()

function setChosen(next: ChosenPhoto | null) {
  if (chosenPhoto && chosenPhoto.preview !== next?.preview) URL.revokeObjectURL(chosenPhoto.preview)
  chosenPhoto = next
  for (const changed of watchers) changed()
}

/** Returns the viewer's chosen photo; null if there is none. */
export const readChosenPhoto = (viewer: UserId): ChosenPhoto | null =>
  chosenPhoto?.viewer === viewer ? chosenPhoto : null

/**
 * Subscribes to the chosen photo. Returns the unsubscribe function. Once there are no subscribers and the upload has
 * succeeded, the local file is released. The draft has the photo's id, so the server's image can be shown instead.
 */
export function subscribeToChosenPhoto(changed: () => void): () => void {
  watchers.add(changed)
  return () => {
    watchers.delete(changed)
    releaseUploaded()
  }
}

/** Releases the local file if there are no subscribers and the upload has succeeded. */
function releaseUploaded() {
  if (watchers.size === 0 && chosenPhoto?.sending === null && !chosenPhoto.error) setChosen(null)
}

function startUpload(photo: Pick<ChosenPhoto, 'viewer' | 'file' | 'preview'>) {
  const { viewer, file } = photo
  const isCurrent = () => chosenPhoto?.sending === upload
  const upload: Promise<UploadedFields> = uploadPhotoOnce(file).then(({ id, width, height }) => {
    const uploadedFields = { photo: id, aspect: width / height }
    if (isCurrent()) changeStoryDraft(viewer, uploadedFields)
    return uploadedFields
  })
  setChosen({ ...photo, sending: upload, error: null })
  const finishUpload = (error: Error | null) => {
    if (!isCurrent()) return
    setChosen({ ...photo, sending: null, error })
    releaseUploaded()
  }
  upload.then(() => finishUpload(null), finishUpload)
}

/** Starts the upload of a file as the photo of the viewer's draft. */
export function choosePhoto(viewer: UserId, file: File) {
  changeStoryDraft(viewer, { photo: null, aspect: null, place: null })
  startUpload({ viewer, file, preview: URL.createObjectURL(file) })
}

/** Releases the chosen photo after the outbox has stored its file. */
export function releaseChosenPhoto(viewer: UserId) {
  if (chosenPhoto?.viewer === viewer) setChosen(null)
}

export function retryUpload() {
  if (chosenPhoto) startUpload(chosenPhoto)
}
