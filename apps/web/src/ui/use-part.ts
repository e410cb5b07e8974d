import { useEffect, useRef, useState } from 'react'

/** The code of a part, and whether it is there already. */
type PartCode = { load: () => Promise<void>; isLoaded: boolean }

type State = 'loading' | 'loaded' | 'failed' | 'again'

/**
 * Fetches the code of a part, when `isWanted`. `hasFailed` until it is there after all; `isAgain` while it is tried
 * again.
 */
export function usePart({ load, isLoaded, isWanted = true }: PartCode & { isWanted?: boolean }) {
  const [state, setState] = useState<State>(isLoaded ? 'loaded' : 'loading')
  const [wasWanted, setWasWanted] = useState(isWanted)
  if (isWanted !== wasWanted) {
    setWasWanted(isWanted)
    // Wanted once more: a dialog that is opened again.
    if (isWanted && state === 'failed') setState('again')
  }
  const opener = useRef<Element | null>(null)
  const isAsked = isWanted && (state === 'loading' || state === 'again')
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
    load().then(arrive, () => shown && setState('failed'))
    return () => {
      shown = false
    }
  }, [isAsked, load])
  return {
    hasFailed: state === 'failed' || state === 'again',
    isAgain: state === 'again',
    retry: () => setState((now) => (now === 'failed' ? 'again' : now)),
  }
}
