/** A backup cannot be made, verified or restored. `message` tells the operator what to do. */
export class BackupError extends Error {
  readonly code = 'BACKUP_REFUSED'
}

/** Formats a size, such as `12.3 MB`. */
export function formatSize(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB']
  const step = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${(bytes / 1000 ** step).toFixed(step === 0 ? 0 : 1)} ${units[step]}`
}

/** Formats a count, such as `1 file` and `1,204 files`. */
export const formatCount = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`
