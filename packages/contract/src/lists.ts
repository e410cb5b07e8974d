import * as v from 'valibot'

/**
 * Cursor: the position in a list. The server creates it, and clients must not interpret it. Null in a response means
 * the last page. The longest cursor has about 350 characters. It belongs to a search, which joins the cursors of five
 * lists, two of them encrypted.
 */
export const Cursor = v.pipe(v.string(), v.minLength(1), v.maxLength(400), v.regex(/^[A-Za-z0-9_.:-]+$/))

/** Number of rows per page, at least 1. A number above 50 counts as 50. The default is 10. */
export const PageLimit = v.optional(
  v.pipe(
    v.string(),
    v.regex(/^[0-9]{1,9}$/, 'This is not a number.'),
    v.transform(Number),
    v.minValue(1, 'At least 1.'),
    v.transform((limit) => Math.min(limit, 50)),
  ),
  '10',
)

export const pageQuery = { cursor: v.optional(Cursor), limit: PageLimit }

/** A count shown on screen: an integer, 0 or more. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** An instant as ISO 8601 in UTC. */
export const Time = v.pipe(v.string(), v.isoTimestamp())

/**
 * Optimistic locking: `editedAt` of the version that the user has seen. If the current version has another `editedAt`,
 * the call fails with `conflict`. Without `seen`, there is no check.
 */
export const SeenVersion = v.nullable(Time)
