import {
  type ComponentType,
  memo,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import type { RowHeights } from './row-heights.ts'
import styles from './VirtualList.module.css'
import type { ScrollAnchor } from './virtual-rows.ts'

// Number of first rows that are always in the DOM: about as many as a large screen shows.
const ALWAYS_RENDERED = 3

// Loaded after the first paint, because the rows in the server's HTML are enough until the user scrolls.
const VirtualWindow = lazyComponent(async () => (await import('./VirtualWindow.tsx')).VirtualWindow, null, {
  isDecoration: true,
})

const subscribeToNothing = () => () => {}

/** Returns whether hydration is complete. During hydration, the rendered HTML must be the same as the server's. */
const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )

type Item<Id extends string> = ComponentType<{ id: Id; isFirst: boolean }>

type VirtualListProps<Id extends string> = {
  ids: readonly Id[]
  /** Number of rows in the server's HTML and the first render; a few by default. */
  rendered?: number
  /** Accessible name. Gives the element `role="list"`; the component of each row must then render the `listitem`. */
  label?: string
  /** Measured row heights, which reserve space for rows outside the DOM. Keep the object when the list unmounts. */
  heights: RowHeights
  /** Saved scroll anchor at which the list starts. */
  anchor: ScrollAnchor | null
  /** Called when the user leaves the page, with the scroll anchor. The anchor is null at the beginning of the list. */
  onLeave: (anchor: ScrollAnchor | null) => void
  /** Component of a row. Pass the same component on every render, so that unchanged rows do not rerender. */
  item: Item<Id>
}

/** Virtual list: the DOM contains only the first rows, rows near the screen, and rows in use (`useHeldRow`). */
export function VirtualList<Id extends string>(props: VirtualListProps<Id>) {
  const { ids, label, rendered = ALWAYS_RENDERED, heights, anchor, onLeave, item } = props
  const list = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  const [renderedIds, setRenderedIds] = useState<ReadonlySet<string> | null>(() =>
    isHydrated && anchor ? new Set() : null,
  )
  const isRendered = (id: string, index: number) =>
    index < ALWAYS_RENDERED || (renderedIds?.has(id) ?? index < rendered)
  // Rerenders when the width changes, because the reserved space depends on it.
  useSyncExternalStore(heights.subscribe, heights.width, heights.width)
  const parts: ReactNode[] = []
  let hiddenHeight = 0
  let lastRendered = 'top'
  const flushSpace = () => {
    const style = isHydrated ? { minBlockSize: `${hiddenHeight}px` } : undefined
    if (hiddenHeight > 0) parts.push(<div key={`after ${lastRendered}`} className={styles.rest} style={style} />)
    hiddenHeight = 0
  }
  for (const [index, id] of ids.entries()) {
    if (!isRendered(id, index)) {
      hiddenHeight += heights.heightOf(id)
      continue
    }
    flushSpace()
    lastRendered = id
    parts.push(<Row key={id} id={id} isFirst={index === 0} heights={heights} item={item as Item<string>} />)
  }
  flushSpace()
  return (
    <>
      <VirtualWindow {...{ list, ids, renderedIds, setRenderedIds, isRendered, rendered, heights, anchor, onLeave }} />
      <div ref={list} className={styles.list} {...(label && { role: 'list', 'aria-label': label })}>
        {parts}
      </div>
    </>
  )
}

type RowProps = { id: string; isFirst: boolean; heights: RowHeights; item: Item<string> }

const Row = memo(function Row({ id, isFirst, heights, item: Content }: RowProps) {
  const row = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => (row.current ? heights.watch(id, row.current) : undefined), [id, heights])
  return (
    <div ref={row} className={styles.row} data-row={id}>
      <Content id={id} isFirst={isFirst} />
    </div>
  )
})
