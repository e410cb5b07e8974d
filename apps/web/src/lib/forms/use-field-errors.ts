import { useState } from 'react'
import { CallError } from '#lib/server/call.ts'

/**
 * What the server said about the fields of a form, each until it is changed.
 * @param error why the last try failed, another object for every try; null while nothing is wrong
 */
export function useFieldErrors<Draft extends object>(error: unknown, draft: Draft) {
  const [refused, setRefused] = useState({ error, draft })
  // Not an effect: fields would be shown wrong for a moment that are not.
  if (refused.error !== error) setRefused({ error, draft })
  return (field: keyof Draft & string): string | undefined =>
    error instanceof CallError && draft[field] === refused.draft[field] ? error.field(field) : undefined
}
