import * as v from 'valibot'

/** The age bands of accounts. Nothing more exact is asked: no year, no date of birth (`security.md` §8.4). */
export const keptAgeBands = ['18-or-older', '13-to-17'] as const
export const KeptAgeBand = v.picklist(keptAgeBands, 'Choose 18-or-older or 13-to-17.')
export type KeptAgeBand = v.InferOutput<typeof KeptAgeBand>
