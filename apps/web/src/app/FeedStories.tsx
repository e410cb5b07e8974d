import { useQuery } from '@tanstack/react-query'
import { StoryRow } from '#features/stories/StoryRow.tsx'
import { storyRowQuery } from '#features/stories/story-row-cache.ts'
import { useHashLayer } from '#shell/navigation/use-hash-layer.ts'
import { useViewer } from '#shell/viewer.ts'
import { lazyDialog } from '#ui/states/lazy-part.tsx'

const FeedStoryViewer = lazyDialog(async () => (await import('./FeedStoryViewer.tsx')).FeedStoryViewer)

/** The row on top of the feed, and the viewer that opens from it. Without an answer it still lets one add a story. */
export function FeedStories() {
  const viewer = useViewer()
  const { data: row } = useQuery(storyRowQuery())
  const { named, open, close } = useHashLayer('#stories-')
  const { own = null, rings = [] } = row ?? {}
  if (!viewer) return null
  return (
    <>
      <StoryRow viewer={viewer} own={own} rings={rings} onOpen={({ author }) => open(author.id)} />
      <FeedStoryViewer open={named !== null} onClose={close} author={named} row={row} />
    </>
  )
}
