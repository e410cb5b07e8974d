import { useState } from 'react'

/**
 * Optimistic state of a checkbox or switch: shows the new state while `change` runs. `change` must show its own errors.
 * Uses React state, because the query cache notifies React one timer later and the old state would flash. Uses no async
 * transition, because every navigation would wait for the server's response.
 */
export function useOptimisticCheckbox(
  is: boolean,
  change: (is: boolean) => Promise<unknown>,
): [boolean, (is: boolean) => void] {
  const [pressed, setPressed] = useState<{ is: boolean } | null>(null)
  const tick = (next: boolean) => {
    const press = { is: next }
    setPressed(press)
    void change(next).finally(() => setPressed((now) => (now === press ? null : now)))
  }
  return [pressed ? pressed.is : is, tick]
}
