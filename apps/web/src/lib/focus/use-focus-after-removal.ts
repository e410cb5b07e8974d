import { type RefObject, useLayoutEffect } from 'react'
import { focusHeading } from './focus-heading.ts'

const noTarget = () => null

/**
 * Moves the focus when an element is removed that contains it: to the element that `findNext` returns, or else to the
 * page's heading. Otherwise the next Tab would start at the top of the page.
 */
export function useFocusAfterRemoval(
  element: RefObject<HTMLElement | null>,
  findNext: (removed: HTMLElement) => HTMLElement | null | undefined = noTarget,
): void {
  useLayoutEffect(() => {
    const removed = element.current
    return () => {
      // React runs this before it removes the element.
      if (!removed?.contains(document.activeElement)) return
      const next = findNext(removed)
      queueMicrotask(() => {
        next?.focus()
        if (document.activeElement === document.body) focusHeading()
      })
    }
  }, [element, findNext])
}
