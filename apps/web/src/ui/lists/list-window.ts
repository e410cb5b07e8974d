/** A list of rows of different heights, of which few are drawn. */
export type Rows<Id extends string> = { ids: readonly Id[]; heightOf: (id: Id) => number }

/** A stretch of a list, in pixels from its top. */
export type Stretch = { from: number; to: number }

/** The row by which a place is found again, and how far below the top of what scrolls it stood; negative: above. */
export type Anchor = { id: string; offset: number }

// The pixels drawn ahead of the screen on either side, if one and a half screens are less.
const LEAST_AHEAD = 1200
const SCREENS_AHEAD = 1.5

/** The rows that lie within a stretch, if only in part. */
export function rowsWithin<Id extends string>({ ids, heightOf }: Rows<Id>, { from, to }: Stretch): Id[] {
  const within: Id[] = []
  let top = 0
  for (const id of ids) {
    if (top >= to) break
    const bottom = top + heightOf(id)
    if (bottom > from) within.push(id)
    top = bottom
  }
  return within
}

/** How far a row stands below the top of its list. */
export function topOf<Id extends string>({ ids, heightOf }: Rows<Id>, id: string): number {
  let top = 0
  for (const each of ids) {
    if (each === id) break
    top += heightOf(each)
  }
  return top
}

// Drawn in one step: a post, or a few comments, which are as much work.
const STEP = 300

/** How many pixels above and below the screen are drawn ahead. */
const aheadOf = ({ from, to }: Stretch) => Math.max(LEAST_AHEAD, (to - from) * SCREENS_AHEAD)

/**
 * What is drawn next: a high row or a few low ones more of those on the screen and ahead of it, so that no step takes
 * long, without those that are twice as far away. `isHeld`: what may not go wherever it is. The same set when nothing
 * changes.
 */
export function nextDrawn<Id extends string>(
  drawn: ReadonlySet<Id>,
  rows: Rows<Id>,
  screen: Stretch,
  isHeld: (id: Id) => boolean,
): ReadonlySet<Id> {
  const { from, to } = screen
  const ahead = aheadOf(screen)
  const kept = new Set(rowsWithin(rows, { from: from - 2 * ahead, to: to + 2 * ahead }))
  const next = new Set([...drawn].filter((id) => kept.has(id) || isHeld(id)))
  const wanted = [
    ...rowsWithin(rows, screen),
    ...rowsWithin(rows, { from, to: to + ahead }),
    ...rowsWithin(rows, { from: from - ahead, to: from }).toReversed(),
  ]
  const missing = wanted.filter((id) => !next.has(id))
  let added = 0
  for (const id of missing) {
    if (added >= STEP) break
    next.add(id)
    added += rows.heightOf(id)
  }
  return missing.length > 0 || next.size < drawn.size ? next : drawn
}

/** The rows on the screen that begins where the anchor says, and the anchor's own. */
export function rowsAt<Id extends string>(rows: Rows<Id>, { id, offset }: Anchor, screenHeight: number): Set<Id> {
  const from = topOf(rows, id) - offset
  const anchor = rows.ids.filter((each) => each === id)
  return new Set([...rowsWithin(rows, { from, to: from + screenHeight }), ...anchor])
}
