import { useEffect, useRef, useState } from 'react'

/** Load function of a lazy part, and whether its code has loaded. */
type PartCode = { load: () => Promise<void>; isLoaded: boolean }

type State = 'loading' | 'slow' | 'loaded' | 'failed' | 'again'

/** Milliseconds after which a pending load is shown as slow. */
export const SLOW_MS = 5000

/**
 * Loads the code of a lazy part while `isWanted`. `isSlow` after 5 s; `hasFailed` until a load succeeds; `isAgain`
 * during a retry.
 */
export function useLazyComponent({ load, isLoaded, isWanted = true }: PartCode & { isWanted?: boolean }) {
  const [state, setState] = useState<State>(isLoaded ? 'loaded' : 'loading')
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    // The part is requested again, because its dialog was closed and reopened.
    if (isWanted && state === 'failed') setState('again')
    if (isWanted && state === 'slow') setState('loading')
  }
  const opener = useRef<Element | null>(null)
  const isRequested = isWanted && ['loading', 'slow', 'again'].includes(state)
  useEffect(() => {
    if (!isRequested) return
    opener.current ??= document.activeElement
    let shown = true
    const onLoaded = () => {
      if (!shown) return
      // Focus the opener: the retry button unmounts, and a dialog returns focus to the element focused when it opened.
      const isOnRetry = document.activeElement?.closest('[role="alert"]')
      if (isOnRetry && opener.current instanceof HTMLElement) opener.current.focus()
      setState('loaded')
    }
    const slow = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_MS)
    load().then(onLoaded, () => shown && setState('failed'))
    return () => {
      shown = false
      clearTimeout(slow)
    }
  }, [isRequested, load])
  return {
    isSlow: state === 'slow',
    hasFailed: state === 'failed' || state === 'again',
    isAgain: state === 'again',
    retry: () => setState((now) => (now === 'failed' ? 'again' : now)),
  }
}
