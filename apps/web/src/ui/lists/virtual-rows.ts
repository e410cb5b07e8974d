/** Rows of a virtual list with their heights. */
export type RowGeometry<Id extends string> = { ids: readonly Id[]; heightOf: (id: Id) => number }

/** Vertical range of a list, in pixels from its top. */
export type ScrollRange = { from: number; to: number }

/**
 * Scroll anchor: a row, and its offset below the top of the scroll container. The offset is negative for a row above
 * the top.
 */
export type ScrollAnchor = { id: string; offset: number }

// Distance above and below the screen within which rows are added to the DOM: 1.5 screen heights, but at least 1200 px.
const MIN_AHEAD_PX = 1200
const SCREENS_AHEAD = 1.5

/** Returns the rows that overlap a vertical range, even partly. */
export function rowsInRange<Id extends string>({ ids, heightOf }: RowGeometry<Id>, { from, to }: ScrollRange): Id[] {
  const inRange: Id[] = []
  let top = 0
  for (const id of ids) {
    if (top >= to) break
    const bottom = top + heightOf(id)
    if (bottom > from) inRange.push(id)
    top = bottom
  }
  return inRange
}

/** Returns the distance of a row from the top of its list, in pixels. */
export function rowTop<Id extends string>({ ids, heightOf }: RowGeometry<Id>, id: string): number {
  let top = 0
  for (const each of ids) {
    if (each === id) break
    top += heightOf(each)
  }
  return top
}

// Each step adds rows until their total height reaches this number of pixels: one post, or a few comments.
const STEP_PX = 300

/** Returns the distance in px above and below the screen within which rows are added to the DOM. */
const computeAhead = ({ from, to }: ScrollRange) => Math.max(MIN_AHEAD_PX, (to - from) * SCREENS_AHEAD)

/**
 * Returns the next set of rows in the DOM. Adds one high row or a few low rows, so that each render is short. Rows on
 * the screen come first, then rows near the screen. Removes rows at more than twice the distance at which rows are
 * added, except rows in use. Returns the same set if nothing changes.
 */
export function nextRenderedRows<Id extends string>(
  rendered: ReadonlySet<Id>,
  rows: RowGeometry<Id>,
  screen: ScrollRange,
  isHeld: (id: Id) => boolean,
): ReadonlySet<Id> {
  const { from, to } = screen
  const ahead = computeAhead(screen)
  const nearby = new Set(rowsInRange(rows, { from: from - 2 * ahead, to: to + 2 * ahead }))
  const next = new Set([...rendered].filter((id) => nearby.has(id) || isHeld(id)))
  const required = [
    ...rowsInRange(rows, screen),
    ...rowsInRange(rows, { from, to: to + ahead }),
    ...rowsInRange(rows, { from: from - ahead, to: from }).toReversed(),
  ]
  const missing = required.filter((id) => !next.has(id))
  let addedHeight = 0
  for (const id of missing) {
    if (addedHeight >= STEP_PX) break
    next.add(id)
    addedHeight += rows.heightOf(id)
  }
  return missing.length > 0 || next.size < rendered.size ? next : rendered
}

/** Returns the rows that are on screen once the list is scrolled to the anchor, including the anchor's row. */
export function rowsAtAnchor<Id extends string>(
  rows: RowGeometry<Id>,
  { id, offset }: ScrollAnchor,
  screenHeight: number,
): Set<Id> {
  const from = rowTop(rows, id) - offset
  const anchorRows = rows.ids.filter((each) => each === id)
  return new Set([...rowsInRange(rows, { from, to: from + screenHeight }), ...anchorRows])
}
