import { type RefObject, useEffect } from 'react'
import { findFirstVisibleRow, findScrollport } from './scroll-container.ts'

/** Scroll anchoring where `overflow-anchor` is missing, as in Safari: keeps the first visible row in its place. */
export function useScrollAnchoring(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let anchor: { row: HTMLElement; top: number } | null = null
    const computeTop = (row: HTMLElement) => row.getBoundingClientRect().top + findScrollport(row).scroller.scrollTop
    const recordAnchor = () => {
      const row = list.current && findFirstVisibleRow(list.current)
      anchor = row && { row, top: computeTop(row) }
    }
    const restoreAnchor = () => {
      const scroller = list.current && findScrollport(list.current).scroller
      // `overflowAnchor` is undefined in browsers without this property.
      const isAnchored = scroller && getComputedStyle(scroller).overflowAnchor === 'auto'
      if (scroller && !isAnchored && anchor?.row.isConnected)
        scroller.scrollBy({ top: computeTop(anchor.row) - anchor.top, behavior: 'instant' })
      recordAnchor()
    }
    const observer = new ResizeObserver(restoreAnchor)
    if (list.current) observer.observe(list.current)
    observer.observe(document.body)
    window.addEventListener('scroll', recordAnchor, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', recordAnchor, { capture: true })
    }
  }, [list])
}
