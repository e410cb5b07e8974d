import { type RefObject, useEffect } from 'react'
import { findFirstVisibleRow, findScrollport } from './scroll-container.ts'

/** Scroll anchoring where `overflow-anchor` is missing, as in Safari: keeps the first visible row in its place. */
export function useScrollAnchoring(list: RefObject<HTMLElement | null>) {
  useEffect(() => {
    let seen: { row: HTMLElement; top: number } | null = null
    const topOf = (row: HTMLElement) => row.getBoundingClientRect().top + findScrollport(row).scroller.scrollTop
    const look = () => {
      const row = list.current && findFirstVisibleRow(list.current)
      seen = row && { row, top: topOf(row) }
    }
    const keep = () => {
      const scroller = list.current && findScrollport(list.current).scroller
      // `overflowAnchor` is undefined in browsers without this property.
      const isAnchored = scroller && getComputedStyle(scroller).overflowAnchor === 'auto'
      if (scroller && !isAnchored && seen?.row.isConnected)
        scroller.scrollBy({ top: topOf(seen.row) - seen.top, behavior: 'instant' })
      look()
    }
    const observer = new ResizeObserver(keep)
    if (list.current) observer.observe(list.current)
    observer.observe(document.body)
    window.addEventListener('scroll', look, { passive: true, capture: true })
    return () => {
      observer.disconnect()
      window.removeEventListener('scroll', look, { capture: true })
    }
  }, [list])
}
