import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches; rerenders on a change. `onServer`: value for server rendering. */
export function useMediaQuery(text: string, onServer: boolean): boolean {
  const follow = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(text)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [text],
  )
  return useSyncExternalStore(
    follow,
    () => window.matchMedia(text).matches,
    () => onServer,
  )
}
