import { ProgressRing } from '#ui/states/ProgressRing.tsx'
import { usePostingProgress } from './posting-progress.ts'

/**
 * Upload progress of the new post, as a ring around the parent element. Renders nothing unless photos are being sent.
 */
export function PostUploadRing() {
  const progress = usePostingProgress()
  const isSending = progress?.step === 'sending' || progress?.step === 'drafting'
  return isSending && <ProgressRing share={progress.share} />
}
