import { useQuery } from '@tanstack/react-query'
import { StoryRow } from '#features/stories/StoryRow.tsx'
import { storyRowQuery } from '#features/stories/story-row-cache.ts'
import { useHashOverlay } from '#shell/navigation/use-hash-overlay.ts'
import { useViewer } from '#shell/viewer.ts'
import { lazyDialog } from '#ui/states/lazy-component.tsx'

const FeedStoryViewer = lazyDialog(async () => (await import('./FeedStoryViewer.tsx')).FeedStoryViewer)

/** Story row above the feed, with the story viewer. Users can add a story even if the row fails to load. */
export function FeedStories() {
  const viewer = useViewer()
  const { data: row } = useQuery(storyRowQuery())
  const { named, open, close } = useHashOverlay('#stories-')
  const { own = null, rings = [] } = row ?? {}
  if (!viewer) return null
  return (
    <>
      <StoryRow viewer={viewer} own={own} rings={rings} onOpen={({ author }) => open(author.id)} />
      <FeedStoryViewer open={named !== null} onClose={close} author={named} row={row} />
    </>
  )
}
