import { type RefObject, startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { type Anchor, nextDrawn, rowsAt } from './list-window.ts'
import { onReveal } from './reveal-row.ts'
import type { RowHeights } from './row-heights.ts'
import { scrollingPart } from './scrolling-part.ts'

type WindowingProps = {
  list: RefObject<HTMLDivElement | null>
  ids: readonly string[]
  /** Null: the first ones, as many as the server renders. */
  drawn: ReadonlySet<string> | null
  setDrawn: (drawn: ReadonlySet<string>) => void
  isDrawn: (id: string, index: number) => boolean
  rendered: number
  heights: RowHeights
  anchor: Anchor | null
  onLeave: (anchor: Anchor | null) => void
}

/** Chooses which rows of a long list are drawn; its place on the page is found when it comes, told when it goes. */
export function Windowing({
  list,
  ids,
  rendered,
  isDrawn,
  setDrawn,
  heights,
  anchor,
  onLeave,
  ...props
}: WindowingProps) {
  const { heightOf } = heights
  const drawn = props.drawn ?? new Set(ids.slice(0, rendered))
  const isHeld = useHeldRow(list)
  const step = () => {
    if (!list.current) return false
    const from = -list.current.getBoundingClientRect().top
    const screen = { from, to: from + window.innerHeight }
    const next = nextDrawn(drawn, { ids, heightOf }, screen, isHeld)
    if (next === drawn) return false
    startTransition(() => setDrawn(next))
    return true
  }
  useSteps(step)
  const around = (place: Anchor) => rowsAt({ ids, heightOf }, place, window.innerHeight)
  const isPlaced = useAnchor(list, { ids, anchor, draw: (place) => setDrawn(around(place)) })
  useRevealed((id) => {
    const index = ids.indexOf(id)
    if (index < 0 || isDrawn(id, index)) return
    flushSync(() => setDrawn(new Set([...drawn, ...around({ id, offset: window.innerHeight / 2 })])))
  })
  useLeave(() => list.current && isPlaced() && onLeave(anchorOf(list.current)))
  return null
}

/** The page is left, or the list goes. */
function useLeave(onLeave: () => void) {
  const leave = useEffectEvent(onLeave)
  useLayoutEffect(() => {
    const hide = () => leave()
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      leave()
    }
  }, [])
}

/** Somebody is led to a row that may not be drawn. */
function useRevealed(reveal: (id: string) => void) {
  const draw = useEffectEvent(reveal)
  useEffect(() => onReveal((id) => draw(id)), [])
}

/**
 * A step a frame at most: when the reader scrolls, and after each step until nothing is left to do. One that is still
 * being drawn is not disturbed: on a slow phone it would be begun anew at every frame.
 */
function useSteps(step: () => boolean) {
  const isStepping = useRef(false)
  const takeStep = useEffectEvent(() => {
    if (!isStepping.current) isStepping.current = step()
  })
  const soon = useRef<(() => void) | null>(null)
  useEffect(() => {
    let frame = 0
    const request = () => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        takeStep()
      })
    }
    soon.current = request
    // Captured: a part of the page may scroll, with the list in it.
    window.addEventListener('scroll', request, { passive: true, capture: true })
    window.addEventListener('resize', request)
    return () => {
      window.removeEventListener('scroll', request, { capture: true })
      window.removeEventListener('resize', request)
      cancelAnimationFrame(frame)
    }
  }, [])
  // What was drawn may leave something to the next step.
  useEffect(() => {
    isStepping.current = false
    soon.current?.()
  })
}

/** Brings the page to where the list was left, as soon as it holds that row. Gives whether that is done. */
function useAnchor(
  list: RefObject<HTMLElement | null>,
  { ids, anchor, draw }: { ids: readonly string[]; anchor: Anchor | null; draw: (anchor: Anchor) => void },
): () => boolean {
  const isDone = useRef(anchor === null)
  useLayoutEffect(() => {
    if (isDone.current || !anchor || !ids.includes(anchor.id)) return
    const row = list.current?.querySelector(`[data-row="${anchor.id}"]`)
    if (!row) return draw(anchor)
    isDone.current = true
    const { scroller, edge } = scrollerOf(row)
    scroller.scrollBy({ top: row.getBoundingClientRect().top - edge - anchor.offset, behavior: 'instant' })
  })
  return () => isDone.current
}

/** What scrolls the list, and where its upper edge is in the window. */
function scrollerOf(element: Element): { scroller: Element; edge: number } {
  const part = scrollingPart(element)
  if (part) return { scroller: part, edge: Math.max(0, part.getBoundingClientRect().top) }
  return { scroller: document.scrollingElement ?? document.documentElement, edge: 0 }
}

/** The first row on the screen, the last when the screen shows what follows; null at the list's beginning. */
function anchorOf(list: HTMLElement): Anchor | null {
  const { edge } = scrollerOf(list)
  if (list.getBoundingClientRect().top >= edge) return null
  let last: Anchor | null = null
  for (const row of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    const { top, bottom } = row.getBoundingClientRect()
    last = { id: row.dataset.row ?? '', offset: top - edge }
    if (bottom > edge) return last
  }
  return last
}

const rowOf = (node: EventTarget | null) => (node instanceof Element ? node.closest<HTMLElement>('[data-row]') : null)

// What holds words that would be lost says so: `data-unsaved`.
const IN_USE = ':popover-open, dialog[open], [data-unsaved]'

/** Whether somebody is at a row: it was touched last, has the focus, something in use in it, or selected text. */
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
      row.querySelector(IN_USE) !== null ||
      (selection?.isCollapsed === false && selection.containsNode(row, true))
    )
  }
}
