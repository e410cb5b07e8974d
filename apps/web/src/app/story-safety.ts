import { part } from '#ui/part.tsx'

/** The flag on a story, fetched when one is watched. */
export const StorySafety = part(async () => (await import('./ReportStory.tsx')).ReportStory, null, {
  isDecoration: true,
})
