export type ArchiveFault = 'not-a-zip' | 'not-ours' | 'newer' | 'damaged' | 'too-much'

/** Thrown when an archive cannot be read completely. */
export class BrokenArchiveError extends Error {
  readonly fault: ArchiveFault
  constructor(fault: ArchiveFault, options?: ErrorOptions) {
    super(`the archive is broken: ${fault}`, options)
    this.fault = fault
  }
}
