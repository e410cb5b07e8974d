// libvips reports system errors only as text, so these patterns find the error codes.
const messagePatterns: [RegExp, DiskFault][] = [
  [/no space left on device/i, 'ENOSPC'],
  [/disk quota exceeded/i, 'EDQUOT'],
  [/read-only file system/i, 'EROFS'],
  [/input\/output error/i, 'EIO'],
]
const faults = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'] as const

/** System error code. ENOSPC and EDQUOT mean a full disk, all other codes mean that the disk is not writable. */
export type DiskFault = (typeof faults)[number]

/** Thrown when the disk is full or not writable. The photo is not the cause, so a retry may succeed. */
export class DiskFailedError extends Error {
  readonly code: DiskFault
  constructor(code: DiskFault, message: string) {
    super(message)
    this.code = code
  }
}

/** Returns the disk error code that an error of Node.js or libvips contains; undefined when there is none. */
export function findDiskFault(error: unknown): DiskFault | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error ? error.code : undefined
  return faults.find((fault) => fault === code) ?? messagePatterns.find(([pattern]) => pattern.test(error.message))?.[1]
}
