import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { usePostingProgress } from './posting-progress.ts'

const PostingCard = lazyComponent(async () => (await import('./PostingCard.tsx')).PostingCard)

/** Card of the post that is being sent. Renders nothing until a post is submitted. */
export function PostingStatus() {
  const progress = usePostingProgress()
  return progress && progress.step !== 'drafting' && <PostingCard progress={progress} />
}
