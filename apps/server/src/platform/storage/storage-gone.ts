/** The bucket gave no response, or an unexpected one. An unacknowledged write may be lost. */
export class StorageGone extends Error {}
