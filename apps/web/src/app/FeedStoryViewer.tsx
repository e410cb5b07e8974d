import type { StoryRow } from '@pawtrait/contract/stories.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { StoryViewer } from '#features/stories/StoryViewer.tsx'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import type { Playlist } from '#features/stories/use-story-playback.ts'
import { useCloseMissing } from '#shell/navigation/use-hash-layer.ts'
import { useStoryStage } from './use-story-stage.ts'

/** One's own stories by themselves, anybody else's among those of the others; null for whoever has none. */
function playlistFrom({ own, rings }: StoryRow, author: string): Playlist | null {
  const people = own?.author.id === author ? [own] : rings
  const at = people.findIndex((ring) => ring.author.id === author)
  return at < 0 ? null : { reels: people.map((ring) => ({ kind: 'user', id: ring.author.id })), at }
}

/** What is watched, as it was when it was opened: rings come and go meanwhile. */
function usePlaylist(row: StoryRow | undefined, author: string | null): Playlist | null {
  const [opened, setOpened] = useState<{ author: string; playlist: Playlist } | null>(null)
  const playlist = author && row ? playlistFrom(row, author) : null
  if (author === null && opened) setOpened(null)
  if (author !== null && playlist && opened?.author !== author) setOpened({ author, playlist })
  return author !== null && opened?.author === author ? opened.playlist : null
}

const nothing: Playlist = { reels: [], at: 0 }

type FeedStoryViewerProps = {
  open: boolean
  onClose: () => void
  /** Whose stories are watched first, by the address; null while none are. */
  author: string | null
  row: StoryRow | undefined
}

/** The stories of the feed's row, from one person's on. An address that names somebody without stories is tidied up. */
export function FeedStoryViewer({ onClose, author, row }: FeedStoryViewerProps) {
  const queries = useQueryClient()
  const stage = useStoryStage()
  const playlist = usePlaylist(row, author)
  const isOpen = playlist !== null
  useCloseMissing(author !== null && row !== undefined && !isOpen, onClose)
  useEffect(() => {
    // However it is closed: what was seen meanwhile turns its ring.
    if (isOpen) return () => refreshStories(queries)
  }, [isOpen, queries])
  return <StoryViewer open={isOpen} onClose={onClose} playlist={playlist ?? nothing} {...stage} />
}
