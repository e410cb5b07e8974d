import { useEffect, useRef, useState } from 'react'

/** Code of a lazy component: a function that loads the code, and whether the code has loaded. */
type ComponentCode = { load: () => Promise<void>; isLoaded: boolean }

type State = 'loading' | 'slow' | 'loaded' | 'failed' | 'retrying'

/** Time in ms after which a pending load is shown as slow. */
export const SLOW_LOAD_MS = 5000

/**
 * Loads the code of a lazy component while `isWanted` is true. Returns the state: `isSlow` after 5 s; `hasFailed` from
 * a failure until a load succeeds; `isRetrying` during a retry.
 */
export function useLazyComponent({ load, isLoaded, isWanted = true }: ComponentCode & { isWanted?: boolean }) {
  const [state, setState] = useState<State>(isLoaded ? 'loaded' : 'loading')
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    // The user has closed and reopened the dialog, so try again.
    if (isWanted && state === 'failed') setState('retrying')
    if (isWanted && state === 'slow') setState('loading')
  }
  const opener = useRef<Element | null>(null)
  const isRequested = isWanted && ['loading', 'slow', 'retrying'].includes(state)
  useEffect(() => {
    if (!isRequested) return
    opener.current ??= document.activeElement
    let isCurrent = true
    const onLoaded = () => {
      if (!isCurrent) return
      // The retry button unmounts, so the opener gets the focus. A dialog that opens now returns the focus to the
      // opener on close.
      const isOnRetry = document.activeElement?.closest('[role="alert"]')
      if (isOnRetry && opener.current instanceof HTMLElement) opener.current.focus()
      setState('loaded')
    }
    const timer = setTimeout(() => setState((current) => (current === 'loading' ? 'slow' : current)), SLOW_LOAD_MS)
    load().then(onLoaded, () => isCurrent && setState('failed'))
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [isRequested, load])
  return {
    isSlow: state === 'slow',
    hasFailed: state === 'failed' || state === 'retrying',
    isRetrying: state === 'retrying',
    retry: () => setState((current) => (current === 'failed' ? 'retrying' : current)),
  }
}
