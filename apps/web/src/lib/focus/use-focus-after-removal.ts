import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './focus-heading.ts'

const noTarget = () => null

/**
 * Moves the focus when the element that contains it is removed. The target is the element that `findNext` returns, or
 * else the heading of the page. Without this hook the next Tab would start at the top of the page.
 */
export function useFocusAfterRemoval(
  element: RefObject<HTMLElement | null>,
  findNext: (removed: HTMLElement) => HTMLElement | null | undefined = noTarget,
): void {
  useLayoutEffect(() => {
    const removed = element.current
    return () => {
      // React calls this clean-up before it removes the element.
      if (!removed?.contains(document.activeElement)) return
      const next = findNext(removed)
      queueMicrotask(() => {
        next?.focus()
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [element, findNext])
}
