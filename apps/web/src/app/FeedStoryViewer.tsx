import type { StoryRow } from '@pawtrait/contract/stories.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { StoryViewer } from '#features/stories/StoryViewer.tsx'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import type { Playlist } from '#features/stories/use-story-playback.ts'
import { useCloseOverlayWithoutTarget } from '#shell/navigation/use-hash-overlay.ts'
import { useStoryViewerProps } from './use-story-viewer-props.ts'

/**
 * Returns the stories to play: only the viewer's own stories, or the stories of all users in the row, starting at
 * `author`. Null if `author` has no stories.
 */
function createPlaylist({ own, rings }: StoryRow, author: string): Playlist | null {
  const people = own?.author.id === author ? [own] : rings
  const index = people.findIndex((ring) => ring.author.id === author)
  return index < 0 ? null : { reels: people.map((ring) => ({ kind: 'user', id: ring.author.id })), at: index }
}

/** Returns the playlist as it was when the story viewer opened, because the row changes while stories play. */
function usePlaylist(row: StoryRow | undefined, author: string | null): Playlist | null {
  const [openPlaylist, setOpenPlaylist] = useState<{ author: string; playlist: Playlist } | null>(null)
  const playlist = author && row ? createPlaylist(row, author) : null
  if (author === null && openPlaylist) setOpenPlaylist(null)
  if (author !== null && playlist && openPlaylist?.author !== author) setOpenPlaylist({ author, playlist })
  return author !== null && openPlaylist?.author === author ? openPlaylist.playlist : null
}

const emptyPlaylist: Playlist = { reels: [], at: 0 }

type FeedStoryViewerProps = {
  open: boolean
  onClose: () => void
  /** User id from the URL fragment. Stories of this user play first. Null while the story viewer is closed. */
  author: string | null
  row: StoryRow | undefined
}

/** Story viewer of the feed page. If the URL fragment names a user without stories, removes the fragment. */
export function FeedStoryViewer({ onClose, author, row }: FeedStoryViewerProps) {
  const queries = useQueryClient()
  const viewerProps = useStoryViewerProps()
  const playlist = usePlaylist(row, author)
  const isOpen = playlist !== null
  useCloseOverlayWithoutTarget(author !== null && row !== undefined && !isOpen, onClose)
  useEffect(() => {
    // Refetches the story row whenever the story viewer closes, to mark the seen stories.
    if (isOpen) return () => refreshStories(queries)
  }, [isOpen, queries])
  return <StoryViewer open={isOpen} onClose={onClose} playlist={playlist ?? emptyPlaylist} {...viewerProps} />
}
