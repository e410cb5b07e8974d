import { useMediaQuery } from '#lib/use-media-query.ts'

/** Returns whether the window is wide enough for photos and text side by side. */
export const useIsWideWindow = (): boolean => useMediaQuery('(width >= 900px)', false)
