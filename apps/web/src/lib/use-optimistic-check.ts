import { useState } from 'react'

/**
 * A tick box or switch that shows what was pressed until `change` has ended, which says itself what failed. React's own
 * state, not the cache's: that tells React a timer later, and the box would show the old state for a moment. And no
 * async transition: every other one, so every new page, would wait for the server's answer.
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
