import { useState } from 'react'
import { CallError } from '#lib/server/call.ts'

/**
 * Returns whether the server refused an edit with a version conflict: the item has changed since the user opened it.
 */
export const isEditConflict = (error: unknown): boolean => error instanceof CallError && error.code === 'conflict'

/**
 * Versions of an item in an edit form. `base` is the version that the user has seen. The cache may contain a newer one,
 * which the user has not agreed to overwrite. `theirs` is the newer version after a conflict, else null. `accept`
 * replaces `base` and clears `theirs`.
 */
export function useEditedVersion<Version>(start: Version) {
  const [base, accept] = useState(start)
  const [theirs, setTheirs] = useState<Version | null>(null)
  return {
    base,
    theirs,
    setTheirs,
    accept: (version: Version) => {
      accept(version)
      setTheirs(null)
    },
  }
}
