import pg from 'pg'

const isoTime = (text: string) => new Date(text).toISOString()
// A day is no moment: read as one, it would move with the machine's time zone.
const isText = (text: string) => text

const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, isoTime)
types.setTypeParser(pg.types.builtins.DATE, isText)

/** How values come back: times as ISO 8601 UTC, days as `2026-11-22`, the rest as the driver reads them. */
export const parsers: pg.CustomTypesConfig = types
