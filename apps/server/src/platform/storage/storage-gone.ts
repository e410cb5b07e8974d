/** The bucket did not answer, or gave an unexpected answer. An unacknowledged write may be lost. */
export class StorageGone extends Error {}
