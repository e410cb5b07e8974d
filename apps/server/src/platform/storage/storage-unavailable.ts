/** The bucket sent no response, or an unexpected one. A write may then be lost. */
export class StorageUnavailable extends Error {}
