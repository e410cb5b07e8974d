import { storyHrefs } from './story-hrefs.ts'
import { StorySafety } from './story-safety.ts'
import { useOwnPets, useViewer } from './viewer.ts'

/** What the viewer of stories is given wherever it opens: who watches, where its links lead, what one may do. */
export function useStoryStage() {
  return { viewer: useViewer(), pets: useOwnPets(), hrefs: storyHrefs, Safety: StorySafety }
}
