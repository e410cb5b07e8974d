import { useLayoutEffect, useRef } from 'react'

/** Returns a function that checks whether the component is mounted and shown, for answers that may arrive too late. */
export function useIsMounted(isShown = true): () => boolean {
  const isHere = useRef(false)
  // A layout effect, because the cleanup of a passive effect may run only after the answer arrived.
  useLayoutEffect(() => {
    isHere.current = isShown
    return () => {
      isHere.current = false
    }
  }, [isShown])
  return () => isHere.current
}
