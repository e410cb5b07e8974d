/** Thrown when another running process uses this data folder. `message` is one line for the operator. */
export class DataFolderInUse extends Error {
  readonly code = 'DATA_FOLDER_IN_USE'
  constructor(folder: string, holder: string | undefined) {
    super(`The data folder ${folder} is in use by ${holder ? `process ${holder}` : 'another process'}: stop it first.`)
  }
}

/**
 * Thrown when the embedded PostgreSQL cannot run on this machine. `message` is one line that tells the operator what to
 * do.
 */
export class CannotStart extends Error {
  readonly code = 'POSTGRES_CANNOT_START'
}

/** Returns the error output of a failed program as one line. */
export function formatErrorOutput(error: unknown): string {
  const stderr = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return (stderr || String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
