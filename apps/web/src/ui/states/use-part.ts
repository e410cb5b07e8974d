import { useEffect, useRef, useState } from 'react'

/** The code of a part, and whether it is there already. */
type PartCode = { load: () => Promise<void>; isLoaded: boolean }

type State = 'loading' | 'slow' | 'loaded' | 'failed' | 'again'

/** Whoever has pressed and sees nothing by then wonders. */
export const SLOW_MS = 5000

/**
 * Fetches the code of a part, when `isWanted`. `isSlow` when that takes long; `hasFailed` until it is there after all;
 * `isAgain` while it is tried again.
 */
export function usePart({ load, isLoaded, isWanted = true }: PartCode & { isWanted?: boolean }) {
  const [state, setState] = useState<State>(isLoaded ? 'loaded' : 'loading')
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    // Wanted once more: a dialog that is opened again.
    if (isWanted && state === 'failed') setState('again')
    if (isWanted && state === 'slow') setState('loading')
  }
  const opener = useRef<Element | null>(null)
  const isAsked = isWanted && ['loading', 'slow', 'again'].includes(state)
  useEffect(() => {
    if (!isAsked) return
    opener.current ??= document.activeElement
    let shown = true
    const arrive = () => {
      if (!shown) return
      // The button to try again is about to go; a dialog gives the focus back to what had it before.
      const isOnRetry = document.activeElement?.closest('[role="alert"]')
      if (isOnRetry && opener.current instanceof HTMLElement) opener.current.focus()
      setState('loaded')
    }
    const slow = setTimeout(() => setState((now) => (now === 'loading' ? 'slow' : now)), SLOW_MS)
    load().then(arrive, () => shown && setState('failed'))
    return () => {
      shown = false
      clearTimeout(slow)
    }
  }, [isAsked, load])
  return {
    isSlow: state === 'slow',
    hasFailed: state === 'failed' || state === 'again',
    isAgain: state === 'again',
    retry: () => setState((now) => (now === 'failed' ? 'again' : now)),
  }
}
