import { useEffect, useState } from 'react'

/**
 * The value, debounced: as it was once it had not changed for a while (ms): what is typed is asked for when typing
 * pauses.
 */
export function useDebounced<Value>(value: Value, pauseMs = 200): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return settled
}
