import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'

// The Report button of a story. Loaded lazily, when the story viewer opens.
const Safety = lazyComponent(
  async () => (await import('#features/moderation/ReportStoryButton.tsx')).ReportStoryButton,
  null,
  {
    isDecoration: true,
  },
)

/** Props shared by all story viewers: viewer, own pets and the report button. */
export function useStoryViewerProps() {
  return { viewer: useViewer(), pets: useOwnPets(), Safety }
}
