/** The bucket gave no answer, or one that is no answer to the question. What was not acknowledged is not kept. */
export class StorageGone extends Error {}
