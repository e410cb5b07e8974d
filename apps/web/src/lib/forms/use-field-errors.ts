import { useState } from 'react'
import { CallError } from '#lib/server/call.ts'

/**
 * Returns the server's error for a field until the user changes that field.
 * @param error error of the last attempt, or null. Each attempt must pass a new object.
 */
export function useFieldErrors<Draft extends object>(error: unknown, draft: Draft) {
  const [lastAttempt, setLastAttempt] = useState({ error, draft })
  // Sets the state during render, because after an effect a corrected field would show its old error for a moment.
  if (lastAttempt.error !== error) setLastAttempt({ error, draft })
  return (field: keyof Draft & string): string | undefined =>
    error instanceof CallError && draft[field] === lastAttempt.draft[field] ? error.field(field) : undefined
}
