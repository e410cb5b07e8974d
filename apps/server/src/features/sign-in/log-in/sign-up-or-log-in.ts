import { LogInInput, SignUpInput } from '@pawtrait/contract/sign-in/sign-in.ts'
import * as v from 'valibot'
import { Problem } from '#platform/problem.ts'

export type SignUpOrLogIn = ({ is: 'sign-up'; form: SignUpInput } | { is: 'log-in'; form: LogInInput }) & {
  /** Proof of work from the request, not validated. */
  proof: unknown
}

const invalidBodyProblem = (detail: string) => new Problem('validation-failed', detail)

/**
 * Parses the body of a sign-up or a log-in, which have different keys. Ignores unknown keys.
 * @throws Problem 'validation-failed' for keys of both or of neither, wrong types, two different zip codes, or invalid
 * fields.
 */
export function readSignUpOrLogIn(body: unknown): SignUpOrLogIn {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw invalidBodyProblem('Send one JSON object.')
  const fields = new Map(Object.entries(body))
  const isLogIn = fields.has('usernameOrEmail')
  const isSignUp = ['fullname', 'username', 'email'].some((key) => fields.has(key))
  if (isLogIn === isSignUp)
    throw invalidBodyProblem('Send usernameOrEmail to log in, or fullname, username and email to sign up.')
  const zipcode = readZipCode(fields)
  const proof = fields.get('proof')
  if (isLogIn)
    return {
      is: 'log-in',
      proof,
      form: parseForm(LogInInput, {
        usernameOrEmail: fields.get('usernameOrEmail'),
        zipcode,
        timeZone: fields.get('timeZone'),
      }),
    }
  const readText = (key: string) => fields.get(key) ?? ''
  const form = { fullname: readText('fullname'), username: readText('username'), email: readText('email') }
  const ageFields = { ageBand: fields.get('ageBand'), guardianEmail: fields.get('guardianEmail') }
  return { is: 'sign-up', proof, form: parseForm(SignUpInput, { ...form, zipcode: zipcode ?? '', ...ageFields }) }
}

/** Returns the zip code, from the key `zipcode` or `zipCode`. */
function readZipCode(fields: Map<string, unknown>): unknown {
  const spellings = ['zipcode', 'zipCode'].filter((key) => fields.has(key)).map((key) => fields.get(key))
  if (spellings.length === 2 && spellings[0] !== spellings[1]) throw invalidBodyProblem('zipcode and zipCode differ.')
  return spellings[0]
}

function parseForm<S extends v.GenericSchema>(schema: S, value: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  const errors = parsed.issues.map((issue) => ({
    field: v.getDotPath(issue) ?? '',
    code: issue.type.replaceAll('_', '-'),
    message: issue.message,
  }))
  throw new Problem('validation-failed', errors[0]?.message ?? 'Check the marked fields.', { errors })
}
