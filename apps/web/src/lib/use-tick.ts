import { startTransition, useOptimistic } from 'react'

/**
 * A tick box or switch that shows what was pressed until `change` has ended, which says itself what failed. React's own
 * state, not the cache's: that tells React a timer later, and the box would show the old state for a moment.
 */
export function useTick(is: boolean, change: (is: boolean) => Promise<unknown>): [boolean, (is: boolean) => void] {
  const [shown, show] = useOptimistic(is)
  const tick = (next: boolean) =>
    startTransition(async () => {
      show(next)
      await change(next)
    })
  return [shown, tick]
}
