import * as v from 'valibot'

/** Usernames in a text, in lower case, that belong to users visible to the viewer. Left out when there are none. */
export const MentionedUsernames = v.optional(v.array(v.string()))
