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
  /** Ids of the rows in the DOM. Null: the DOM contains the same first rows as the server's HTML. */
  drawn: ReadonlySet<string> | null
  setDrawn: (drawn: ReadonlySet<string>) => void
  isDrawn: (id: string, index: number) => boolean
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
  isDrawn,
  setDrawn,
  heights,
  anchor,
  onLeave,
  ...props
}: VirtualWindowProps) {
  const { heightOf } = heights
  const drawn = props.drawn ?? new Set(ids.slice(0, rendered))
  const isHeld = useHeldRow(list)
  const step = () => {
    if (!list.current) return false
    const from = -list.current.getBoundingClientRect().top
    const screen = { from, to: from + window.innerHeight }
    const next = nextRenderedRows(drawn, { ids, heightOf }, screen, isHeld)
    if (next === drawn) return false
    startTransition(() => setDrawn(next))
    return true
  }
  useFrameSteps(step)
  useScrollAnchoring(list)
  const around = (place: ScrollAnchor) => rowsAtAnchor({ ids, heightOf }, place, window.innerHeight)
  const isPlaced = useAnchor(list, { ids, anchor, draw: (place) => setDrawn(around(place)) })
  useRevealRequests((id) => {
    const index = ids.indexOf(id)
    if (index < 0 || isDrawn(id, index)) return
    flushSync(() => setDrawn(new Set([...drawn, ...around({ id, offset: window.innerHeight / 2 })])))
  })
  useLeave(() => list.current && isPlaced() && onLeave(anchorOf(list.current)))
  return null
}

/** Calls `onLeave` when the user leaves the page. */
function useLeave(onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  useLayoutEffect(() => onPageLeave(() => leave()), [])
}

/** Calls back when `revealRow` requests a row that may be outside the DOM. */
function useRevealRequests(reveal: (id: string) => void) {
  const draw = useEffectEvent(reveal)
  useEffect(() => onReveal((id) => draw(id)), [])
}

/**
 * Calls `step` on scroll, and again after each render until the step changes nothing. At most one step runs per frame.
 * Waits for a pending render: on a slow phone, a new step in every frame would always restart the render.
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
  // Requests the next step after each render. The step does nothing if all rows near the screen are drawn.
  useEffect(() => {
    isStepping.current = false
    requestStep.current?.()
  })
}

/**
 * Scrolls to the saved anchor as soon as its row exists, and keeps the row in place while the page grows. Returns a
 * function that returns whether the anchor is restored; always true without an anchor.
 */
function useAnchor(
  list: RefObject<HTMLElement | null>,
  { ids, anchor, draw }: { ids: readonly string[]; anchor: ScrollAnchor | null; draw: (anchor: ScrollAnchor) => void },
): () => boolean {
  const isDone = useRef(anchor === null)
  const release = useRef<(() => void) | null>(null)
  useLayoutEffect(() => () => release.current?.(), [])
  useLayoutEffect(() => {
    if (isDone.current || !anchor || !ids.includes(anchor.id)) return
    const find = () => list.current?.querySelector(`[data-row="${anchor.id}"]`)
    if (!find()) return draw(anchor)
    isDone.current = true
    release.current = keepScrollPosition(() => {
      const row = find()
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
function anchorOf(list: HTMLElement): ScrollAnchor | null {
  const row = findFirstVisibleRow(list)
  return row && { id: row.dataset.row ?? '', offset: row.getBoundingClientRect().top - findScrollport(list).edge }
}

const rowOf = (node: EventTarget | null) => (node instanceof Element ? node.closest<HTMLElement>('[data-row]') : null)

// Components set `data-unsaved` while they contain unsaved text.
const OPEN_OR_UNSAVED = ':popover-open, dialog[open], [data-unsaved]'

/**
 * Returns a predicate for rows in use: the row touched or focused last, and rows with an open overlay, selected text or
 * unsaved text.
 */
function useHeldRow(list: RefObject<HTMLElement | null>): (id: string) => boolean {
  const touched = useRef<string | undefined>(undefined)
  useEffect(() => {
    const touch = ({ target }: Event) => (touched.current = rowOf(target)?.dataset.row)
    const { current: element } = list
    element?.addEventListener('pointerdown', touch)
    element?.addEventListener('focusin', touch)
    return () => {
      element?.removeEventListener('pointerdown', touch)
      element?.removeEventListener('focusin', touch)
    }
  }, [list])
  return (id) => {
    const row = list.current?.querySelector(`[data-row="${id}"]`)
    if (!row) return false
    const selection = getSelection()
    return (
      id === touched.current ||
      row.contains(document.activeElement) ||
      row.querySelector(OPEN_OR_UNSAVED) !== null ||
      (selection?.isCollapsed === false && selection.containsNode(row, true))
    )
  }
}
