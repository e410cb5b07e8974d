import * as v from 'valibot'

/** A timestamp in the format of PostgreSQL or JavaScript. */
export const ArchiveInstant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => new Date(text.replace(/([+-]\d\d)$/, '$1:00'))),
  v.check((at) => at.getTime() >= 0, 'There is no such day.'),
)
