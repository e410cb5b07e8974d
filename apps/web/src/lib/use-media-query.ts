import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, followed; `onServer` while nobody knows. */
export function useMediaQuery(text: string, onServer: boolean): boolean {
  const follow = useCallback(
    (changed: () => void) => {
      const query = window.matchMedia(text)
      query.addEventListener('change', changed)
      return () => query.removeEventListener('change', changed)
    },
    [text],
  )
  return useSyncExternalStore(
    follow,
    () => window.matchMedia(text).matches,
    () => onServer,
  )
}
