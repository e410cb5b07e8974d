/** The bucket sent no response, or an unexpected one. Without a response, a write may be lost. */
export class StorageUnavailable extends Error {}
