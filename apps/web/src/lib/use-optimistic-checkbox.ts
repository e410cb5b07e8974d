import { useState } from 'react'

/**
 * Optimistic state of a checkbox or switch: shows the new state while `change` runs. `change` must show its own errors.
 * Uses React state: the query cache notifies React only after a timer, so the old state would flash. Uses no async
 * transition, because every navigation would wait for the server's response.
 */
export function useOptimisticCheckbox(
  isChecked: boolean,
  change: (isChecked: boolean) => Promise<unknown>,
): [boolean, (isChecked: boolean) => void] {
  const [pending, setPending] = useState<{ isChecked: boolean } | null>(null)
  const setChecked = (next: boolean) => {
    const ownChange = { isChecked: next }
    setPending(ownChange)
    void change(next).finally(() => setPending((current) => (current === ownChange ? null : current)))
  }
  return [pending ? pending.isChecked : isChecked, setChecked]
}
