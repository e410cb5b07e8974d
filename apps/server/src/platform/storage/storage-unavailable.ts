/** The bucket sent no response, or an unexpected one. An unacknowledged write may be lost. */
export class StorageUnavailable extends Error {}
