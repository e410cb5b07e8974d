import { useEffect, useRef, useState } from 'react'

/** Code of a lazy component: a function that loads the code, and whether the code has loaded. */
type PartCode = { load: () => Promise<void>; isLoaded: boolean }

type State = 'loading' | 'slow' | 'loaded' | 'failed' | 'again'

/** Time in ms after which a pending load is shown as slow. */
export const SLOW_LOAD_MS = 5000

/**
 * Loads the code of a lazy component while `isWanted` is true. Returns the state: `isSlow` after 5 s; `hasFailed` from
 * a failure until a load succeeds; `isAgain` during a retry.
 */
export function useLazyComponent({ load, isLoaded, isWanted = true }: PartCode & { isWanted?: boolean }) {
  const [state, setState] = useState<State>(isLoaded ? 'loaded' : 'loading')
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    // The user has closed and reopened the dialog, so try again.
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
      // The retry button unmounts, so focus the opener instead. A dialog that opens now returns the focus to the opener
      // on close.
      const isOnRetry = document.activeElement?.closest('[role="alert"]')
      if (isOnRetry && opener.current instanceof HTMLElement) opener.current.focus()
      setState('loaded')
    }
    const slow = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_LOAD_MS)
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
