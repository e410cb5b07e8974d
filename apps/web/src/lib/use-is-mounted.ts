import { useLayoutEffect, useRef } from 'react'

/** Returns a function that checks whether the component is mounted and shown, to ignore responses that arrive late. */
export function useIsMounted(isShown = true): () => boolean {
  const isMounted = useRef(false)
  // Uses a layout effect, because React may clean up a passive effect only after the late response arrives.
  useLayoutEffect(() => {
    isMounted.current = isShown
    return () => {
      isMounted.current = false
    }
  }, [isShown])
  return () => isMounted.current
}
