// libvips tells what the system said in words only.
const words: [RegExp, DiskFault][] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/read-only file system/i, 'EROFS'],
  [/input\/output error/i, 'EIO'],
]
const faults = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'] as const

/** What the system calls it when a store is full (the first two) or cannot be written. */
export type DiskFault = (typeof faults)[number]

/** The store was full or could not be written: no fault of the photo, and worth another try. */
export class DiskFailed extends Error {
  readonly code: DiskFault
  constructor(code: DiskFault, message: string) {
    super(message)
    this.code = code
  }
}

/** The disk's part in an error of Node's or of libvips; undefined when it has none. */
export function diskFault(error: unknown): DiskFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  return faults.find((fault) => fault === code) ?? words.find(([pattern]) => pattern.test(error.message))?.[1]
}
