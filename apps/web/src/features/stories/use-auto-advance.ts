import { useState, useSyncExternalStore } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'

/** Whether the reader asked for less motion: then nothing goes on by itself. */
export const usePrefersReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)', true)

const followVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Whether somebody can see the page at all. */
const useIsPageVisible = (): boolean =>
  useSyncExternalStore(
    followVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )

/** What keeps a story from going on: the button, a finger, a field being typed in, an open panel, a photo to come. */
export function useAutoAdvance(reasons: { held: boolean; busy: boolean; waiting: boolean }) {
  const isStill = usePrefersReducedMotion()
  const isLookedAt = useIsPageVisible()
  const [paused, setPaused] = useState(false)
  const running = !isStill && isLookedAt && !paused && !reasons.held && !reasons.busy && !reasons.waiting
  return { isStill, paused, setPaused, running, isPaused: paused && !isStill }
}
