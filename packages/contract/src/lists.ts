import * as v from 'valibot'

/**
 * Opaque position in a list, made by the server; `null` in a response marks the last page. The longest cursor is about
 * 350 characters: a search joins the cursors of five lists, two of them encrypted.
 */
export const Cursor = v.pipe(v.string(), v.minLength(1), v.maxLength(400), v.regex(/^[A-Za-z0-9_.:-]+$/))

/** Rows per page: a number from 1, clamped to 50; by default 10. */
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

/** A count shown on screen: a whole number from 0. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** An instant as ISO 8601 in UTC. */
export const Time = v.pipe(v.string(), v.isoTimestamp())

/**
 * Optimistic locking: `editedAt` of the version that the user has seen. The server answers `conflict` if it differs
 * from the present one. Without `seen`, there is no check.
 */
export const SeenVersion = v.nullable(Time)
