import { Problem } from '#platform/problem.ts'
import type { Secrets } from '#platform/security/secrets.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const idOnly = new RegExp(`^${uuid}$`)
const timeAndId = new RegExp(`^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)_(${uuid})$`)

/** Sorts above every id the app makes: where a list begins that is read newest first. */
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

/** The key of a row without an id of its own: an instant (ISO 8601, milliseconds) and the other id. */
export type TimedKey = { at: string; id: string }

export const timedCursor = ({ at, id }: TimedKey) => `${at}_${id}`

/** @throws Problem 'validation-failed' when it was not made here. */
export function timedKeyOfCursor(cursor: string | undefined): TimedKey | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = timeAndId.exec(cursor) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw unreadable()
  return { at, id }
}

type Sealer = { secrets: Pick<Secrets, 'seal' | 'unseal'> }
const SEALED = 's.'

/** A cursor at a row that is not for the reader: it does not tell them which one that is. */
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

/** The cursor after a page: sealed where the page ends at a row that was not shown. */
export function cursorAfter<Row extends { seen: boolean }>(
  sealer: Sealer,
  next: Row | null,
  of: (row: Row) => string,
): string | null {
  if (!next) return null
  return next.seen ? of(next) : sealedCursor(sealer, of(next))
}

/**
 * A row that was scanned for a page: one to show (`seen`), or the last one scanned, when too few were found and the
 * list goes on.
 */
export type Scanned<Id extends string = string> = { id: Id; seen: boolean }

/** One page of a list: `next` is the row after which it goes on, null at the end. */
type Page<Item, Row> = { items: Item[]; next: Row | null }

/**
 * Reads a page: rows that may be seen first, one more than asked, then everything about them at once.
 * It may be shorter than `limit`, even empty: only `next: null` is the end.
 */
export async function readPage<Item, Row extends Scanned>(
  limit: number,
  scan: (most: number) => Promise<Row[]>,
  show: (rows: Row[]) => Promise<Item[]>,
): Promise<Page<Item, Row>> {
  const scanned = await scan(limit + 1)
  const seen = scanned.filter((row) => row.seen)
  const taken = seen.slice(0, limit)
  const next = seen.length > limit ? taken.at(-1) : scanned.find((row) => !row.seen)
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
