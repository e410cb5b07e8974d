import { useLayoutEffect, useRef } from 'react'

/** The way to ask whether the component is on the page, and shown there: an answer may come after it has gone. */
export function useIsHere(isShown = true): () => boolean {
  const isHere = useRef(false)
  // As it goes from the page. A passive effect may be undone only after the answer came.
  useLayoutEffect(() => {
    isHere.current = isShown
    return () => {
      isHere.current = false
    }
  }, [isShown])
  return () => isHere.current
}
