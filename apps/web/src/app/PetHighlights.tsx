import { paths } from '@pawtrait/contract/paths.ts'
import type { Pet } from '@pawtrait/contract/pets.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { HighlightRow } from '#features/stories/HighlightRow.tsx'
import { reelQuery } from '#features/stories/story-cache.ts'
import type { Playlist } from '#features/stories/use-story-playback.ts'
import { lazyDialog } from '#ui/lazy-part.tsx'
import { useStoryStage } from './use-story-stage.ts'

const StoryViewer = lazyDialog(async () => (await import('#features/stories/StoryViewer.tsx')).StoryViewer)

/** The stories kept on a pet's page, and the viewer that opens from them; nothing when there are none. */
export function PetHighlights({ pet }: { pet: Pick<Pet, 'id'> }) {
  const stage = useStoryStage()
  const reel = { kind: 'pet' as const, id: pet.id }
  const { data: stories = [] } = useQuery(reelQuery(reel))
  const [playlist, setPlaylist] = useState<Playlist>({ reels: [reel], at: 0 })
  const [open, setOpen] = useState(false)
  if (stories.length === 0 && !open) return null
  return (
    <>
      <HighlightRow
        stories={stories}
        href={(id) => `${paths.story(id)}?pet=${pet.id}`}
        onOpen={(id) => {
          setPlaylist({ reels: [reel], at: 0, from: id })
          setOpen(true)
        }}
      />
      <StoryViewer open={open} onClose={() => setOpen(false)} playlist={playlist} {...stage} />
    </>
  )
}
