import * as v from 'valibot'

/** An instant as PostgreSQL or JavaScript writes it. */
export const Instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.transform((text) => new Date(text.replace(/([+-]\d\d)$/, '$1:00'))),
  v.check((at) => at.getTime() >= 0, 'There is no such day.'),
)
