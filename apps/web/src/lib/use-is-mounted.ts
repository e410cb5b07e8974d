import { useLayoutEffect, useRef } from 'react'

/**
 * Returns a function that tells whether the component is mounted and shown, for async answers that may come too late.
 */
export function useIsMounted(isShown = true): () => boolean {
  const isHere = useRef(false)
  // A layout effect, because a passive one may be cleaned up only after the answer arrived.
  useLayoutEffect(() => {
    isHere.current = isShown
    return () => {
      isHere.current = false
    }
  }, [isShown])
  return () => isHere.current
}
