import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Time } from './lists.ts'

/** The bands that an account may have. Nothing closer is asked: no year, no date of birth (`security.md` §8.4). */
export const keptAgeBands = ['18-or-older', '13-to-17'] as const
export const KeptAgeBand = v.picklist(keptAgeBands)
export type KeptAgeBand = v.InferOutput<typeof KeptAgeBand>

/** What may be answered to the question. Of `under-13` nothing is stored: the account is erased. */
export const AgeBand = v.picklist([...keptAgeBands, 'under-13'], 'Choose how old you are.')
export type AgeBand = v.InferOutput<typeof AgeBand>

/** How old the viewer says they are, and since when; both null until they are asked. */
export const Age = v.object({ band: v.nullable(KeptAgeBand), toldAt: v.nullable(Time) })
export type Age = v.InferOutput<typeof Age>

export const getAge = endpoint({
  method: 'GET',
  path: '/api/account/age',
  auth: 'user',
  summary: 'How old I said I am',
  output: Age,
})

/** Idempotent. */
export const tellAge = endpoint({
  method: 'PUT',
  path: '/api/account/age',
  auth: 'user',
  summary: 'Say how old I am; under 13 erases the account at once',
  body: v.object({ band: AgeBand }),
  output: v.object({ band: AgeBand }),
})
