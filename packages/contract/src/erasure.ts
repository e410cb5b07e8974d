import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { Time } from './lists.ts'
import { PasskeyAssertion } from './sign-in/passkeys.ts'

export const RESTORE_DAYS = 30

const Typed = v.pipe(v.string(), v.maxLength(400))

/**
 * Proof that a deleted account belongs to the caller. It is the token from the e-mailed link, a passkey, or a name with
 * a secret. The name is the username or e-mail address. The secret is a password, zip code or recovery code.
 */
const RestoreProof = v.pipe(
  v.object({
    token: v.optional(v.pipe(v.string(), v.maxLength(100))),
    passkey: v.optional(PasskeyAssertion),
    usernameOrEmail: v.optional(v.pipe(v.string(), v.maxLength(300))),
    zipcode: v.optional(Typed),
    password: v.optional(Typed),
    recoveryCode: v.optional(Typed),
  }),
  v.check(
    ({ token, passkey, zipcode, password, recoveryCode }) =>
      [token, passkey, zipcode, password, recoveryCode].filter((proof) => proof !== undefined).length === 1,
    'Send one proof.',
  ),
)
export type RestoreProof = v.InferOutput<typeof RestoreProof>

export const deleteAccount = defineEndpoint({
  method: 'DELETE',
  path: '/api/account',
  auth: 'sudo',
  summary: "Delete the viewer's account: it is hidden from everyone at once, and erased after 30 days",
  status: 202,
  output: v.object({ eraseAt: Time }),
})

export const restoreAccount = defineEndpoint({
  method: 'POST',
  path: '/api/account/restore',
  auth: 'anyone',
  summary: 'Restore a deleted account unchanged, within 30 days; the user must then log in',
  body: RestoreProof,
  output: v.object({ username: v.string() }),
})
