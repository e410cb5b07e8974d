/** What may be wrong with an archive as a whole. */
export type Fault = 'not-a-zip' | 'not-ours' | 'newer' | 'damaged' | 'too-much'

/** An archive that cannot be read, or not further. */
export class BrokenArchive extends Error {
  readonly fault: Fault
  constructor(fault: Fault, options?: ErrorOptions) {
    super(`the archive is broken: ${fault}`, options)
    this.fault = fault
  }
}
