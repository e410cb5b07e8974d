import { useState, useSyncExternalStore } from 'react'
import { useMediaQuery } from '#lib/use-media-query.ts'

/** Returns whether the user prefers reduced motion. With reduced motion, stories do not advance by themselves. */
export const usePrefersReducedMotion = (): boolean => useMediaQuery('(prefers-reduced-motion: reduce)', true)

const followVisibility = (changed: () => void) => {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}

/** Returns whether the page is visible. */
const useIsPageVisible = (): boolean =>
  useSyncExternalStore(
    followVisibility,
    () => document.visibilityState === 'visible',
    () => true,
  )

/**
 * State of automatic playback. The pause button, a held finger, typing and reduced motion pause it. An open panel or
 * dialog, a loading photo and a hidden page also pause it.
 */
export function useAutoAdvance(reasons: { held: boolean; busy: boolean; waiting: boolean }) {
  const isStill = usePrefersReducedMotion()
  const isVisible = useIsPageVisible()
  const [paused, setPaused] = useState(false)
  const running = !isStill && isVisible && !paused && !reasons.held && !reasons.busy && !reasons.waiting
  return { isStill, paused, setPaused, running, isPaused: paused && !isStill }
}
