import { useMediaQuery } from '#lib/use-media-query.ts'

/** Whether the photos stand beside the words, each with room for its tools. */
export const useIsWide = (): boolean => useMediaQuery('(width >= 900px)', false)
