export type ArchiveFault = 'not-a-zip' | 'not-ours' | 'newer' | 'damaged' | 'too-much'

/** Thrown when an archive cannot be imported. `fault` is the reason. */
export class BrokenArchiveError extends Error {
  readonly fault: ArchiveFault
  constructor(fault: ArchiveFault, options?: ErrorOptions) {
    super(`the archive is broken: ${fault}`, options)
    this.fault = fault
  }
}
