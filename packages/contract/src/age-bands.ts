import * as v from 'valibot'

/** Age bands of accounts. The sign-up asks for nothing more exact, such as a year or a date of birth. */
export const storedAgeBands = ['18-or-older', '13-to-17'] as const
export const StoredAgeBand = v.picklist(storedAgeBands, 'Choose 18-or-older or 13-to-17.')
export type StoredAgeBand = v.InferOutput<typeof StoredAgeBand>
