import { useState } from 'react'

/**
 * State of a checkbox or switch that shows the press until `change` has ended. `change` reports its own failures.
 * It is React state: the query cache notifies React a timer later, and the old state would flash.
 * It is no async transition: those would make every navigation wait for the server's answer.
 */
export function useOptimisticCheck(
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
