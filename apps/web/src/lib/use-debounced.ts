import { useEffect, useState } from 'react'

/** Returns the value, debounced by `pauseMs` milliseconds. */
export function useDebounced<Value>(value: Value, pauseMs = 200): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value, pauseMs])
  return debounced
}
