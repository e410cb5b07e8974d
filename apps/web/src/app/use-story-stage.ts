import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { lazyPart } from '#ui/states/lazy-part.tsx'

// The flag on a story, fetched when one is watched.
const Safety = lazyPart(async () => (await import('#features/moderation/ReportStory.tsx')).ReportStory, null, {
  isDecoration: true,
})

/** What the viewer of stories is given wherever it opens: who watches, what one may do. */
export function useStoryStage() {
  return { viewer: useViewer(), pets: useOwnPets(), Safety }
}
