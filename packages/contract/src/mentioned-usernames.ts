import * as v from 'valibot'

/** Mentioned usernames in lower case. Contains only users visible to the viewer. Undefined when there are none. */
export const MentionedUsernames = v.optional(v.array(v.string()))
