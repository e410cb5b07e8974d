import { useCallback, useSyncExternalStore } from 'react'

/** Returns whether a media query matches; rerenders on a change. `onServer`: value for server rendering. */
export function useMediaQuery(text: string, onServer: boolean): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const query = window.matchMedia(text)
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [text],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(text).matches,
    () => onServer,
  )
}
