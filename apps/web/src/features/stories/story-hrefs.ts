import { paths } from '@pawtrait/contract/paths.ts'
import type { StoryHrefs } from './StoryViewer.tsx'

/** Where one can go from a story. */
export const storyHrefs: StoryHrefs = {
  user: paths.user,
  pet: paths.pet,
  story: paths.story,
  newStory: paths.newStory,
  logIn: paths.logIn,
}
