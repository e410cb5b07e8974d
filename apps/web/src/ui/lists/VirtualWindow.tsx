import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { keepScrollPosition } from './keep-scroll-position.ts'
import { onPageLeave } from './page-leave.ts'
import { onReveal } from './reveal-row.ts'
import type { RowHeights } from './row-heights.ts'
import { findFirstVisibleRow, findScrollport } from './scroll-container.ts'
import { useScrollAnchoring } from './use-scroll-anchoring.ts'
import { nextRenderedRows, rowsAtAnchor, type ScrollAnchor } from './virtual-rows.ts'

type VirtualWindowProps = {
  list: RefObject<HTMLDivElement | null>
  ids: readonly string[]
  /** Ids of the rows in the DOM. Null means the same first rows as in the server's HTML. */
  renderedIds: ReadonlySet<string> | null
  setRenderedIds: (renderedIds: ReadonlySet<string>) => void
  isRendered: (id: string, index: number) => boolean
  rendered: number
  heights: RowHeights
  anchor: ScrollAnchor | null
  onLeave: (anchor: ScrollAnchor | null) => void
}

/**
 * Chooses which rows of a virtual list are in the DOM. Restores the scroll anchor on mount, and reports the current
 * anchor when the user leaves the page.
 */
export function VirtualWindow({
  list,
  ids,
  rendered,
  isRendered,
  setRenderedIds,
  heights,
  anchor,
  onLeave,
  ...props
}: VirtualWindowProps) {
  const { heightOf } = heights
  const renderedIds = props.renderedIds ?? new Set(ids.slice(0, rendered))
  const isHeld = useHeldRow(list)
  const updateRows = () => {
    if (!list.current) return false
    const from = -list.current.getBoundingClientRect().top
    const screen = { from, to: from + window.innerHeight }
    const next = nextRenderedRows(renderedIds, { ids, heightOf }, screen, isHeld)
    if (next === renderedIds) return false
    startTransition(() => setRenderedIds(next))
    return true
  }
  useFrameSteps(updateRows)
  useScrollAnchoring(list)
  const findRowsAround = (target: ScrollAnchor) => rowsAtAnchor({ ids, heightOf }, target, window.innerHeight)
  const isAnchorRestored = useAnchor(list, {
    ids,
    anchor,
    renderAnchor: (target) => setRenderedIds(findRowsAround(target)),
  })
  useRevealRequests((id) => {
    const index = ids.indexOf(id)
    if (index < 0 || isRendered(id, index)) return
    flushSync(() =>
      setRenderedIds(new Set([...renderedIds, ...findRowsAround({ id, offset: window.innerHeight / 2 })])),
    )
  })
  useLeave(() => list.current && isAnchorRestored() && onLeave(computeAnchor(list.current)))
  return null
}

/** Calls `onLeave` when the user leaves the page. */
function useLeave(onLeave: () => void) {
  const reportLeave = useEffectEvent(onLeave)
  useLayoutEffect(() => onPageLeave(() => reportLeave()), [])
}

/** Calls back when `revealRow` requests a row that may be outside the DOM. */
function useRevealRequests(reveal: (id: string) => void) {
  const revealNow = useEffectEvent(reveal)
  useEffect(() => onReveal((id) => revealNow(id)), [])
}

/**
 * Calls `step` on scroll and resize, and again after each render until the step changes nothing. At most one step runs
 * per frame, and none while a render is pending. On a slow phone, a new step in every frame would always restart the
 * render.
 */
function useFrameSteps(step: () => boolean) {
  const isStepping = useRef(false)
  const takeStep = useEffectEvent(() => {
    if (!isStepping.current) isStepping.current = step()
  })
  const requestStep = useRef<(() => void) | null>(null)
  useEffect(() => {
    let frame = 0
    const request = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        takeStep()
      })
    }
    requestStep.current = request
    // Uses the capture phase, because scroll events of a container around the list do not bubble to the window.
    window.addEventListener('scroll', request, { passive: true, capture: true })
    window.addEventListener('resize', request)
    return () => {
      window.removeEventListener('scroll', request, { capture: true })
      window.removeEventListener('resize', request)
      cancelAnimationFrame(frame)
    }
  }, [])
  // Requests the next step after each render. The step does nothing if all rows near the screen are rendered.
  useEffect(() => {
    isStepping.current = false
    requestStep.current?.()
  })
}

/**
 * Scrolls to the saved anchor as soon as its row exists, and keeps the row in place while the page grows. The returned
 * function returns whether the anchor is restored. Without an anchor, it returns true.
 */
function useAnchor(
  list: RefObject<HTMLElement | null>,
  {
    ids,
    anchor,
    renderAnchor,
  }: { ids: readonly string[]; anchor: ScrollAnchor | null; renderAnchor: (anchor: ScrollAnchor) => void },
): () => boolean {
  const isDone = useRef(anchor === null)
  const stopKeeping = useRef<(() => void) | null>(null)
  useLayoutEffect(() => () => stopKeeping.current?.(), [])
  useLayoutEffect(() => {
    if (isDone.current || !anchor || !ids.includes(anchor.id)) return
    const findAnchorRow = () => list.current?.querySelector(`[data-row="${anchor.id}"]`)
    if (!findAnchorRow()) return renderAnchor(anchor)
    isDone.current = true
    stopKeeping.current = keepScrollPosition(() => {
      const row = findAnchorRow()
      if (!row) return
      const { scroller, edge } = findScrollport(row)
      scroller.scrollBy({ top: row.getBoundingClientRect().top - edge - anchor.offset, behavior: 'instant' })
    })
  })
  return () => isDone.current
}

/**
 * Returns the first visible row, or the last row if the list ends above the viewport. Returns null at the beginning of
 * the list.
 */
function computeAnchor(list: HTMLElement): ScrollAnchor | null {
  const row = findFirstVisibleRow(list)
  return row && { id: row.dataset.row ?? '', offset: row.getBoundingClientRect().top - findScrollport(list).edge }
}

const findEnclosingRow = (node: EventTarget | null) =>
  node instanceof Element ? node.closest<HTMLElement>('[data-row]') : null

// Components set `data-unsaved` while they contain unsaved text.
const OPEN_OR_UNSAVED = ':popover-open, dialog[open], [data-unsaved]'

/**
 * Returns a predicate for rows in use. A row is in use if it was touched or focused last. It is also in use while it
 * has an open overlay, selected text or unsaved text.
 */
function useHeldRow(list: RefObject<HTMLElement | null>): (id: string) => boolean {
  const touchedId = useRef<string | undefined>(undefined)
  useEffect(() => {
    const recordTouch = ({ target }: Event) => (touchedId.current = findEnclosingRow(target)?.dataset.row)
    const { current: element } = list
    element?.addEventListener('pointerdown', recordTouch)
    element?.addEventListener('focusin', recordTouch)
    return () => {
      element?.removeEventListener('pointerdown', recordTouch)
      element?.removeEventListener('focusin', recordTouch)
    }
  }, [list])
  return (id) => {
    const row = list.current?.querySelector(`[data-row="${id}"]`)
    if (!row) return false
    const selection = getSelection()
    return (
      id === touchedId.current ||
      row.contains(document.activeElement) ||
      row.querySelector(OPEN_OR_UNSAVED) !== null ||
      (selection?.isCollapsed === false && selection.containsNode(row, true))
    )
  }
}
