import { useMediaQuery } from '#lib/use-media-query.ts'

/** Returns whether photos and text are side by side, each photo with room for its tools. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 900px)', false)
