/** Another live process works on this data folder. `message` is one line for the operator. */
export class DataFolderInUse extends Error {
  readonly code = 'DATA_FOLDER_IN_USE'
  constructor(folder: string, holder: string | undefined) {
    super(`The data folder ${folder} is in use by ${holder ? `process ${holder}` : 'another process'}: stop it first.`)
  }
}

/** The embedded PostgreSQL cannot run here. `message` is one line that says what the operator can do. */
export class CannotStart extends Error {
  readonly code = 'POSTGRES_CANNOT_START'
}

/** What a failed program said, as one line. */
export function lastOutputOf(error: unknown): string {
  const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
  return (said || String(error)).replaceAll(/\s*\n\s*/g, ' ')
}
