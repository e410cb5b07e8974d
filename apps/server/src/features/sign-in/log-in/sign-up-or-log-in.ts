import { LogInInput, SignUpInput } from '@pawtrait/contract/sign-in/sign-in.ts'
import * as v from 'valibot'
import { Problem } from '#platform/problem.ts'

export type SignUpOrLogIn = ({ is: 'sign-up'; form: SignUpInput } | { is: 'log-in'; form: LogInInput }) & {
  /** Proof of work from the request, not validated. */
  proof: unknown
}

const bad = (detail: string) => new Problem('validation-failed', detail)

/**
 * Parses the body of a sign-up or a log-in, which differ by their keys. Ignores unknown keys.
 * @throws Problem 'validation-failed' for keys of both or neither, wrong types, two zip codes, or invalid fields.
 */
export function readSignUpOrLogIn(body: unknown): SignUpOrLogIn {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw bad('Send one JSON object.')
  const own = new Map(Object.entries(body))
  const logsIn = own.has('usernameOrEmail')
  const signsUp = ['fullname', 'username', 'email'].some((key) => own.has(key))
  if (logsIn === signsUp) throw bad('Send usernameOrEmail to log in, or fullname, username and email to sign up.')
  const zipcode = oneZip(own)
  const proof = own.get('proof')
  if (logsIn)
    return {
      is: 'log-in',
      proof,
      form: read(LogInInput, { usernameOrEmail: own.get('usernameOrEmail'), zipcode, timeZone: own.get('timeZone') }),
    }
  const typed = (key: string) => own.get(key) ?? ''
  const form = { fullname: typed('fullname'), username: typed('username'), email: typed('email') }
  const minor = { ageBand: own.get('ageBand'), guardianEmail: own.get('guardianEmail') }
  return { is: 'sign-up', proof, form: read(SignUpInput, { ...form, zipcode: zipcode ?? '', ...minor }) }
}

/** Returns the zip code, from the key `zipcode` or `zipCode`. */
function oneZip(own: Map<string, unknown>): unknown {
  const spellings = ['zipcode', 'zipCode'].filter((key) => own.has(key)).map((key) => own.get(key))
  if (spellings.length === 2 && spellings[0] !== spellings[1]) throw bad('zipcode and zipCode differ.')
  return spellings[0]
}

function read<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const errors = parsed.issues.map((issue) => ({
    field: v.getDotPath(issue) ?? '',
    code: issue.type.replaceAll('_', '-'),
    message: issue.message,
  }))
  throw new Problem('validation-failed', errors[0]?.message ?? 'Check the marked fields.', { errors })
}
