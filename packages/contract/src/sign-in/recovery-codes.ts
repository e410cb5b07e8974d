import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { SignedInUser } from '../users.ts'

export const RECOVERY_CODE_COUNT = 10

const Typed = v.pipe(v.string(), v.maxLength(100))

export const createRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/recovery-codes',
  auth: 'sudo',
  summary: 'Make ten recovery codes; they are shown only now, and become valid once one of them has been typed',
  status: 201,
  output: v.object({ codes: v.array(v.string()) }),
})

export const confirmRecoveryCodes = defineEndpoint({
  method: 'PUT',
  path: '/api/recovery-codes',
  auth: 'user',
  summary: 'Type one of the codes just made: the set becomes valid and replaces the former one',
  body: v.object({ code: Typed }),
})

export const logInByRecoveryCode = defineEndpoint({
  method: 'POST',
  path: '/api/session/recovery-code',
  auth: 'anyone',
  summary: 'Log in by a recovery code, which is used up',
  body: v.object({
    usernameOrEmail: v.pipe(v.string(), v.maxLength(300)),
    code: Typed,
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  output: SignedInUser,
})
