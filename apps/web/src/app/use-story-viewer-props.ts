import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'

// Report button of a story. Loaded lazily, when the story viewer opens.
const Safety = lazyComponent(
  async () => (await import('#features/moderation/ReportStoryButton.tsx')).ReportStoryButton,
  null,
  {
    isDecoration: true,
  },
)

/** Returns the props that all story viewers share: the viewer, the viewer's pets and the Report button. */
export function useStoryViewerProps() {
  return { viewer: useViewer(), pets: useOwnPets(), Safety }
}
