import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { lazyPart } from '#ui/states/lazy-part.tsx'

// Report button, loaded when a story is watched.
const Safety = lazyPart(async () => (await import('#features/moderation/ReportStory.tsx')).ReportStory, null, {
  isDecoration: true,
})

/** Props shared by all story viewers: viewer, own pets and the report button. */
export function useStoryViewerProps() {
  return { viewer: useViewer(), pets: useOwnPets(), Safety }
}
