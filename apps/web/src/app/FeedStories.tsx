import type { StoryRing } from '@pawtrait/contract/stories.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { StoryRow } from '#features/stories/StoryRow.tsx'
import { refreshStories, storyRowQuery } from '#features/stories/story-row-cache.ts'
import type { Playlist } from '#features/stories/use-story-playback.ts'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { useStoryStage } from './use-story-stage.ts'

const StoryViewer = lazyDialog(async () => (await import('#features/stories/StoryViewer.tsx')).StoryViewer)

/** The row on top of the feed, and the viewer that opens from it. Without an answer it still lets one add a story. */
export function FeedStories() {
  const stage = useStoryStage()
  const queries = useQueryClient()
  const { data: row } = useQuery(storyRowQuery())
  const [playlist, setPlaylist] = useState<Playlist>({ reels: [], at: 0 })
  const [open, setOpen] = useState(false)
  const { own = null, rings = [] } = row ?? {}
  const watch = (ring: StoryRing) => {
    const people = ring === own ? [ring] : rings
    const reels = people.map(({ author }) => ({ kind: 'user' as const, id: author.id }))
    setPlaylist({ reels, at: people.indexOf(ring) })
    setOpen(true)
  }
  const close = () => {
    setOpen(false)
    refreshStories(queries)
  }
  if (!stage.viewer) return null
  return (
    <>
      <StoryRow viewer={stage.viewer} own={own} rings={rings} onOpen={watch} />
      <StoryViewer open={open} onClose={close} playlist={playlist} {...stage} />
    </>
  )
}
