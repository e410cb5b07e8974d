import { type PostingProgress, setPostingProgress } from '#features/posts/posting-progress.ts'
import { createDraftStore, type Draft, emptyDraft, isPhotoRefused, isPostUnconfirmed } from './draft-store.ts'

/** Draft of a new post, one per browser tab. It stays in memory while the user visits other pages. */
export const newPostDraft = createDraftStore(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, subscribe: subscribeToDraft } = newPostDraft

export const clearDraft = () => newPostDraft.replace(emptyDraft())

/** Returns the upload progress of all photos, from 0 to 1. Photos that the server refused do not count. */
export function computeUploadProgress({ photos }: Pick<Draft, 'photos'>): number {
  const acceptablePhotos = photos.filter((photo) => !isPhotoRefused(photo))
  const total = acceptablePhotos.reduce((sum, { file }) => sum + getFileSize(file), 0)
  const accepted = acceptablePhotos.filter(({ progress }) => progress.step === 'accepted').length
  return total === 0
    ? accepted / Math.max(1, acceptablePhotos.length)
    : acceptablePhotos.reduce((sum, photo) => sum + getSentBytes(photo), 0) / total
}

/** Returns the size of a photo's file in bytes, or 0 for a photo that the server already had. */
export const getFileSize = (file: File | null) => file?.size ?? 0

const getSentBytes = ({ progress, file }: Draft['photos'][number]) =>
  progress.step === 'accepted' ? getFileSize(file) : progress.step === 'sending' ? progress.sent : 0

function computeProgress(draft: Draft): PostingProgress | null {
  const isUploading = draft.photos.some(({ progress: { step } }) => step === 'sending' || step === 'waiting')
  if (!draft.submission && !isUploading) return null
  const step = isPostUnconfirmed(draft) ? 'unconfirmed' : (draft.submission?.step ?? 'drafting')
  return {
    step,
    share: computeUploadProgress(draft),
    caption: draft.caption,
    picture: draft.photos[0]?.preview ?? null,
  }
}

newPostDraft.subscribe(() => setPostingProgress(computeProgress(newPostDraft.read())))
