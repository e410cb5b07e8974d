import * as v from 'valibot'

/** Age bands of accounts. The sign-up asks for nothing more exact: no year, no date of birth. */
export const keptAgeBands = ['18-or-older', '13-to-17'] as const
export const KeptAgeBand = v.picklist(keptAgeBands, 'Choose 18-or-older or 13-to-17.')
export type KeptAgeBand = v.InferOutput<typeof KeptAgeBand>
