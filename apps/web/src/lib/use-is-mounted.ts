import { useLayoutEffect, useRef } from 'react'

/** Returns a function that checks whether the component is mounted and shown, to ignore responses that arrive late. */
export function useIsMounted(isShown = true): () => boolean {
  const isHere = useRef(false)
  // Uses a layout effect, because React may clean up a passive effect only after the late response arrives.
  useLayoutEffect(() => {
    isHere.current = isShown
    return () => {
      isHere.current = false
    }
  }, [isShown])
  return () => isHere.current
}
