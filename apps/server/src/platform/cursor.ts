import { Problem } from './problem.ts'
import type { Secrets } from './secrets.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const idOnly = new RegExp(`^${uuid}$`)
const timeAndId = new RegExp(`^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)_(${uuid})$`)

/** Sorts above every id the app makes: the place before the newest row. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** Sorts below every id the app makes. */
export const FIRST_ID = '00000000-0000-0000-0000-000000000000'

const unreadable = () => new Problem('validation-failed', 'This cursor is not one of ours.')

/**
 * Keyset pagination: the id a cursor stands for; undefined for the start of the list.
 * A cursor holds no right to anything: each page is read anew for whoever asks. docs/decisions/0006-cursors.md
 * @throws Problem 'validation-failed' when it was not made here.
 */
export function idOfCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !idOnly.test(cursor)) throw unreadable()
  return cursor
}

/** A place in a list of rows without an id of their own: an instant (ISO 8601, milliseconds) and the other id. */
export type TimedPlace = { at: string; id: string }

export const timedCursor = ({ at, id }: TimedPlace) => `${at}_${id}`

/** @throws Problem 'validation-failed' when it was not made here. */
export function placeOfCursor(cursor: string | undefined): TimedPlace | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = timeAndId.exec(cursor) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw unreadable()
  return { at, id }
}

type Sealer = { secrets: Pick<Secrets, 'seal' | 'unseal'> }
const SEALED = 's.'

/** A cursor for a place whose row is not for the reader: it does not tell them what stands there. */
export const sealedCursor = ({ secrets }: Sealer, cursor: string) => SEALED + secrets.seal('cursor', cursor)

/**
 * A cursor as it was before it was sealed, if it was.
 * @throws Problem 'validation-failed' when it was not sealed here.
 */
export function openedCursor({ secrets }: Sealer, cursor: string | undefined): string | undefined {
  if (!cursor?.startsWith(SEALED)) return cursor
  const opened = secrets.unseal('cursor', cursor.slice(SEALED.length))
  if (opened === undefined) throw unreadable()
  return opened
}

/** The same for a list whose every cursor is sealed: no other is one of its. */
export function alwaysSealed(sealer: Sealer, cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !cursor.startsWith(SEALED)) throw unreadable()
  return openedCursor(sealer, cursor)
}

/** The cursor after a page: sealed where the page ends at a place that was not shown. */
export function cursorAfter<Place extends { seen: boolean }>(
  sealer: Sealer,
  next: Place | null,
  of: (place: Place) => string,
): string | null {
  if (!next) return null
  return next.seen ? of(next) : sealedCursor(sealer, of(next))
}

/**
 * A place of a list that was walked for a page: one to show (`seen`), or the last one looked at, when too few were
 * found and the list goes on.
 */
export type Walked<Id extends string = string> = { id: Id; seen: boolean }

/** One page of a list: `next` is the place after which it goes on, null at the end. */
export type Filled<Item, Place> = { items: Item[]; next: Place | null }

/**
 * Reads a page: places that may be seen first, one more than asked, then everything about them at once.
 * It may be shorter than `limit`, even empty: only `next: null` is the end.
 */
export async function readPage<Item, Place extends Walked>(
  limit: number,
  walk: (most: number) => Promise<Place[]>,
  show: (places: Place[]) => Promise<Item[]>,
): Promise<Filled<Item, Place>> {
  const walked = await walk(limit + 1)
  const seen = walked.filter((place) => place.seen)
  const taken = seen.slice(0, limit)
  const next = seen.length > limit ? taken.at(-1) : walked.find((place) => !place.seen)
  return { items: taken.length > 0 ? await show(taken) : [], next: next ?? null }
}

/**
 * A page of rows that were read with one more than `limit`. `last`: the last one shown, after which the list goes on;
 * undefined at the end.
 */
export function pageOf<Row>(rows: readonly Row[], limit: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, limit)
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined }
}
