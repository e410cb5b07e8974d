import { Problem } from '#platform/problem.ts'
import type { Secrets } from '#platform/security/secrets.ts'

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
const idOnly = new RegExp(`^${uuid}$`)
const timeAndId = new RegExp(`^(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z)_(${uuid})$`)

/** An id greater than all ids of the app. A list sorted newest first starts at this id. */
export const MAX_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
export const MIN_ID = '00000000-0000-0000-0000-000000000000'

const invalidCursor = () => new Problem('validation-failed', 'This cursor is not one of ours.')

/**
 * Returns the id in a cursor, or undefined for the first page. Grants no access to rows. docs/decisions/0006-cursors.md
 * @throws Problem 'validation-failed' if the cursor is not from this app
 */
export function parseIdCursor(cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !idOnly.test(cursor)) throw invalidCursor()
  return cursor
}

/** Sort key of a row such as a like: its time (ISO 8601 with milliseconds) and an id, such as the liked post's. */
export type TimedKey = { at: string; id: string }

export const formatTimedCursor = ({ at, id }: TimedKey) => `${at}_${id}`

/** Returns the sort key in a cursor. @throws Problem 'validation-failed' if the cursor is not from this app */
export function parseTimedCursor(cursor: string | undefined): TimedKey | undefined {
  if (cursor === undefined) return undefined
  const [, at, id] = timeAndId.exec(cursor) ?? []
  if (!at || !id || Number.isNaN(Date.parse(at))) throw invalidCursor()
  return { at, id }
}

type Sealer = { secrets: Pick<Secrets, 'seal' | 'unseal'> }
const SEALED = 's.'

/** Encrypts a cursor that contains the id of a row which the reader may not see. */
export const sealCursor = ({ secrets }: Sealer, cursor: string) => SEALED + secrets.seal('cursor', cursor)

/** Decrypts an encrypted cursor, and returns a plain one unchanged. @throws Problem 'validation-failed' if forged */
export function unsealCursor({ secrets }: Sealer, cursor: string | undefined): string | undefined {
  if (!cursor?.startsWith(SEALED)) return cursor
  const decrypted = secrets.unseal('cursor', cursor.slice(SEALED.length))
  if (decrypted === undefined) throw invalidCursor()
  return decrypted
}

/** Decrypts a cursor. @throws Problem 'validation-failed' if the cursor is not encrypted, or is forged */
export function requireSealedCursor(sealer: Sealer, cursor: string | undefined): string | undefined {
  if (cursor !== undefined && !cursor.startsWith(SEALED)) throw invalidCursor()
  return unsealCursor(sealer, cursor)
}

/** Returns the cursor for the next page. Encrypts it if the reader may not see the last row that was read. */
export function createNextCursor<Row extends { seen: boolean }>(
  sealer: Sealer,
  next: Row | null,
  formatCursor: (row: Row) => string,
): string | null {
  if (!next) return null
  return next.seen ? formatCursor(next) : sealCursor(sealer, formatCursor(next))
}

/** A row that a scan has read. `seen` is false if the scan stopped at this row and the reader may not see it. */
export type ScannedRow<Id extends string = string> = { id: Id; seen: boolean }

/** A page of a list. The next page starts after the row `next`, which is null on the last page. */
type Page<Item, Row> = { items: Item[]; next: Row | null }

/** Reads the ids of visible rows, then their data. A page may be short or empty even if more pages follow. */
export async function readPage<Item, Row extends ScannedRow>(
  limit: number,
  scan: (maxRows: number) => Promise<Row[]>,
  readItems: (rows: Row[]) => Promise<Item[]>,
): Promise<Page<Item, Row>> {
  const scanned = await scan(limit + 1)
  const visible = scanned.filter((row) => row.seen)
  const pageRows = visible.slice(0, limit)
  const next = visible.length > limit ? pageRows.at(-1) : scanned.find((row) => !row.seen)
  return { items: pageRows.length > 0 ? await readItems(pageRows) : [], next: next ?? null }
}

/** Splits at most `limit` + 1 rows. Returns the rows to show and, if another page follows, the last row shown. */
export function splitPage<Row>(rows: readonly Row[], limit: number): { shown: Row[]; last: Row | undefined } {
  const shown = rows.slice(0, limit)
  return { shown, last: rows.length > limit ? shown.at(-1) : undefined }
}
