import { ProgressRing } from '#ui/states/ProgressRing.tsx'
import { usePostingProgress } from './posting-progress.ts'

/** Ring around its parent with the sent part of the new post. Renders nothing unless photos are being sent. */
export function PostingRing() {
  const progress = usePostingProgress()
  const isSending = progress?.step === 'sending' || progress?.step === 'drafting'
  return isSending && <ProgressRing share={progress.share} />
}
