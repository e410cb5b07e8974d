import {
  type RefObject,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Anchor, nextDrawn, rowsAt } from './list-window.ts'
import type { RowHeights } from './row-heights.ts'

// About what a large screen shows at once.
const ALWAYS_DRAWN = 3

type Options<Id extends string> = {
  ids: readonly Id[]
  heights: RowHeights
  anchor: Anchor | null
  onLeave: (anchor: Anchor | null) => void
}

const never = () => () => {}

/** False while the server's page is taken over, which has to be drawn as the server did. */
const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

/** Which rows of a long list are drawn, and its place on the page: found when it comes, told when it goes. */
export function useDrawnRows<Id extends string>({ ids, heights, anchor, onLeave }: Options<Id>) {
  const list = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  const { heightOf } = heights
  const atAnchor = () => (anchor ? rowsAt({ ids, heightOf }, anchor, window.innerHeight) : new Set<Id>())
  const [drawn, setDrawn] = useState<ReadonlySet<Id>>(() => (isHydrated ? atAnchor() : new Set()))
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
  // At another width the space that other rows stand in is drawn again.
  useSyncExternalStore(heights.subscribe, heights.width, heights.width)
  const isPlaced = useAnchor(list, { ids, anchor, draw: () => setDrawn(atAnchor()) })
  const leave = useEffectEvent((element: HTMLElement) => isPlaced() && onLeave(anchorOf(element)))
  useLayoutEffect(() => {
    const { current: element } = list
    if (!element) return
    const hide = () => leave(element)
    window.addEventListener('pagehide', hide)
    return () => {
      window.removeEventListener('pagehide', hide)
      leave(element)
    }
  }, [])
  return { list, isHydrated, isDrawn: (id: Id, index: number) => index < ALWAYS_DRAWN || drawn.has(id) }
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
    window.addEventListener('scroll', request, { passive: true })
    window.addEventListener('resize', request)
    return () => {
      window.removeEventListener('scroll', request)
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
function useAnchor<Id extends string>(
  list: RefObject<HTMLElement | null>,
  { ids, anchor, draw }: { ids: readonly Id[]; anchor: Anchor | null; draw: () => void },
): () => boolean {
  const isDone = useRef(anchor === null)
  useLayoutEffect(() => {
    if (isDone.current || !anchor || !ids.some((id) => id === anchor.id)) return
    const row = list.current?.querySelector(`[data-row="${anchor.id}"]`)
    if (!row) return draw()
    isDone.current = true
    window.scrollBy({ top: row.getBoundingClientRect().top - anchor.offset, behavior: 'instant' })
  })
  return () => isDone.current
}

/** The first row on the screen, the last when the screen shows what follows; null at the list's beginning. */
function anchorOf(list: HTMLElement): Anchor | null {
  if (list.getBoundingClientRect().top >= 0) return null
  let last: Anchor | null = null
  for (const row of list.querySelectorAll<HTMLElement>(':scope > [data-row]')) {
    const { top, bottom } = row.getBoundingClientRect()
    last = { id: row.dataset.row ?? '', offset: top }
    if (bottom > 0) return last
  }
  return last
}

const rowOf = (node: EventTarget | null) => (node instanceof Element ? node.closest<HTMLElement>('[data-row]') : null)

/** Whether somebody is at a row: it was touched last, has the focus, something open in it, or selected text. */
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
      row.querySelector(':popover-open, dialog[open]') !== null ||
      (selection?.isCollapsed === false && selection.containsNode(row, true))
    )
  }
}
