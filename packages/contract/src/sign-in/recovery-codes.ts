import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { SignedInUser } from '../users.ts'

export const RECOVERY_CODE_COUNT = 10

const Typed = v.pipe(v.string(), v.maxLength(100))

export const createRecoveryCodes = defineEndpoint({
  method: 'POST',
  path: '/api/recovery-codes',
  auth: 'sudo',
  summary: 'Create ten recovery codes, shown only once; they become valid once one of them is confirmed',
  status: 201,
  output: v.object({ codes: v.array(v.string()) }),
})

export const confirmRecoveryCodes = defineEndpoint({
  method: 'PUT',
  path: '/api/recovery-codes',
  auth: 'user',
  summary: 'Confirm one of the new recovery codes: the new set becomes valid and replaces the old one',
  body: v.object({ code: Typed }),
})

export const logInByRecoveryCode = defineEndpoint({
  method: 'POST',
  path: '/api/session/recovery-code',
  auth: 'anyone',
  summary: 'Log in with a recovery code, which is used up',
  body: v.object({
    usernameOrEmail: v.pipe(v.string(), v.maxLength(300)),
    code: Typed,
    timeZone: v.optional(v.pipe(v.string(), v.maxLength(100))),
  }),
  output: SignedInUser,
})
