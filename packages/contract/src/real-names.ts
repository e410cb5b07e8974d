import * as v from 'valibot'

/** The usernames in a text, in small letters, that belong to somebody the viewer sees; left out: none does. */
export const RealNames = v.optional(v.array(v.string()))
