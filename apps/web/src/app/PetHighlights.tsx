import type { StoryId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useQuery } from '@tanstack/react-query'
import { HighlightRow } from '#features/stories/HighlightRow.tsx'
import { reelQuery } from '#features/stories/story-cache.ts'
import { useHashLayer } from '#shell/navigation/use-hash-layer.ts'
import { lazyDialog } from '#ui/states/lazy-part.tsx'
import { useStoryStage } from './use-story-stage.ts'

const StoryViewer = lazyDialog(async () => (await import('#features/stories/StoryViewer.tsx')).StoryViewer)

/** The stories kept on a pet's page, and the viewer that opens from them; nothing when there are none. */
export function PetHighlights({ pet }: { pet: Pick<Pet, 'id'> }) {
  const stage = useStoryStage()
  const reel = { kind: 'pet' as const, id: pet.id }
  const { data: stories = [] } = useQuery(reelQuery(reel))
  const { named, open, close } = useHashLayer('#highlight-')
  if (stories.length === 0 && named === null) return null
  // Written by `open` below; another one begins with the first.
  const from = (named ?? '') as StoryId
  return (
    <>
      <HighlightRow stories={stories} href={(id) => `${paths.story(id)}?pet=${pet.id}`} onOpen={open} />
      <StoryViewer open={named !== null} onClose={close} playlist={{ reels: [reel], at: 0, from }} {...stage} />
    </>
  )
}
