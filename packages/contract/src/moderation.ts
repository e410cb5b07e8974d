/** What may be wrong with something, in the order in which it is asked. */
export const reportReasons = ['cruelty', 'harassment', 'private-details', 'selling', 'not-theirs', 'other'] as const
