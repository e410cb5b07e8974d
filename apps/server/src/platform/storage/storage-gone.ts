/** The bucket did not answer, or unexpectedly. An unacknowledged write may be lost. */
export class StorageGone extends Error {}
