import { useOwnPets, useViewer } from '#shell/viewer.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'

// Report button, loaded when a story is watched.
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
