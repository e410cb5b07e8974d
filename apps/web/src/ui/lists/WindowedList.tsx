import {
  type ComponentType,
  memo,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { Anchor } from './list-window.ts'
import type { RowHeights } from './row-heights.ts'
import styles from './WindowedList.module.css'
import { Windowing } from './Windowing.tsx'

// About what a large screen shows at once.
const ALWAYS_DRAWN = 3

const never = () => () => {}

/** False while the server's page is taken over, which has to be drawn as the server did. */
const useIsHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  )

type Item<Id extends string> = ComponentType<{ id: Id; isFirst: boolean }>

type WindowedListProps<Id extends string> = {
  ids: readonly Id[]
  /** How many are drawn at first, and by the server; by default a few. */
  rendered?: number
  /** The name of what is a list for screen readers too; each row then holds items of one. */
  label?: string
  /** What the place of rows that are not drawn is held by; it outlives the list. */
  heights: RowHeights
  /** Where it was left: it begins there. */
  anchor: Anchor | null
  /** Told of the place on leaving the page; null: its beginning. */
  onLeave: (anchor: Anchor | null) => void
  /** Draws a row. The same component at every drawing: rows are not drawn again unless they change. */
  item: Item<Id>
}

/**
 * Windowing: a list as long as it likes, of which only rows near the screen are in the document, and those that are
 * being used. The first ones always are.
 */
export function WindowedList<Id extends string>(props: WindowedListProps<Id>) {
  const { ids, label, rendered = ALWAYS_DRAWN, heights, anchor, onLeave, item } = props
  const list = useRef<HTMLDivElement>(null)
  const isHydrated = useIsHydrated()
  const [drawn, setDrawn] = useState<ReadonlySet<string> | null>(() => (isHydrated && anchor ? new Set() : null))
  const isDrawn = (id: string, index: number) => index < ALWAYS_DRAWN || (drawn?.has(id) ?? index < rendered)
  // At another width the space that other rows stand in is drawn again.
  useSyncExternalStore(heights.subscribe, heights.width, heights.width)
  const parts: ReactNode[] = []
  let space = 0
  let after = 'top'
  const endSpace = () => {
    const style = isHydrated ? { minBlockSize: `${space}px` } : undefined
    if (space > 0) parts.push(<div key={`after ${after}`} className={styles.rest} style={style} />)
    space = 0
  }
  for (const [index, id] of ids.entries()) {
    if (!isDrawn(id, index)) {
      space += heights.heightOf(id)
      continue
    }
    endSpace()
    after = id
    parts.push(<Row key={id} id={id} isFirst={index === 0} heights={heights} item={item as Item<string>} />)
  }
  endSpace()
  return (
    <>
      <Windowing {...{ list, ids, drawn, setDrawn, isDrawn, rendered, heights, anchor, onLeave }} />
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
