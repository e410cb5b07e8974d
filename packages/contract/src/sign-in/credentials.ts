import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { Count, Time } from '../lists.ts'
import { Email, NewUsername, Viewer } from '../users.ts'
import { PasskeyAssertion } from './passkeys.ts'
import { ZipCode } from './sign-in.ts'

/**
 * Limits for the length of a password. A password is verified exactly as typed (OWASP ASVS 6.2.8), in NFC (RFC 8265).
 */
export const passwordLength = { least: 10, most: 128 } as const

/** Length of a password in code points, as NIST SP 800-63B defines it. */
export const countPasswordCharacters = (typed: string) => Array.from(typed).length

/** A password for an account. The server also rejects common passwords. */
export const Password = v.pipe(
  v.string('Type a password.'),
  v.transform((typed) => typed.normalize('NFC')),
  v.check(
    (typed) => countPasswordCharacters(typed) >= passwordLength.least,
    'A password needs at least 10 characters.',
  ),
  v.check(
    (typed) => countPasswordCharacters(typed) <= passwordLength.most,
    'A password can have up to 128 characters.',
  ),
)

/** Methods to enter sudo mode. */
export const sudoMethods = ['passkey', 'zip-code', 'password', 'email', 'recovery-code'] as const
export type SudoMethod = (typeof sudoMethods)[number]

/** The viewer's log-in methods. Contains no secrets, only whether each method is set and since when. */
export const Credentials = v.object({
  zipCode: v.nullable(v.object({ since: Time })),
  password: v.nullable(v.object({ since: Time })),
  passkeys: Count,
  /** `left` is the number of unused codes in the active set. */
  recoveryCodes: v.nullable(v.object({ since: Time, left: Count })),
  /** Whether a log-in from a new browser also needs a code sent by mail. */
  mailsCodes: v.boolean(),
  sudoMethods: v.array(v.picklist(sudoMethods)),
})
export type Credentials = v.InferOutput<typeof Credentials>

export const getCredentials = defineEndpoint({
  method: 'GET',
  path: '/api/credentials',
  auth: 'user',
  summary: "Get the viewer's log-in methods",
  output: Credentials,
})

const Typed = v.pipe(v.string(), v.maxLength(400))

/** Exactly one proof of identity. `zipcode`, `zipCode` and `password` have the same effect, as in the log-in. */
const Proof = v.pipe(
  v.object({
    zipcode: v.optional(Typed),
    zipCode: v.optional(Typed),
    password: v.optional(Typed),
    code: v.optional(Typed),
    recoveryCode: v.optional(Typed),
    passkey: v.optional(PasskeyAssertion),
  }),
  v.check((sent) => Object.values(sent).filter((proof) => proof !== undefined).length === 1, 'Send one proof.'),
)

export const enterSudoMode = defineEndpoint({
  method: 'POST',
  path: '/api/sudo',
  auth: 'user',
  summary: "Prove the viewer's identity again to start sudo mode in this browser for ten minutes",
  body: Proof,
  output: v.object({ until: Time }),
})

export const mailSudoCode = defineEndpoint({
  method: 'POST',
  path: '/api/sudo/code',
  auth: 'user',
  summary: 'Mail the viewer a code to start sudo mode',
  status: 202,
  output: v.object({ sent: v.literal(true) }),
})

export const setPassword = defineEndpoint({
  method: 'PUT',
  path: '/api/password',
  auth: 'sudo',
  summary: 'Set or change the password; this erases the zip code and logs out all other browsers',
  body: v.object({ password: Password }),
})

export const removePassword = defineEndpoint({
  method: 'DELETE',
  path: '/api/password',
  auth: 'sudo',
  summary: 'Remove the password; without a passkey, a zip code must replace it',
  body: v.object({ zipcode: v.optional(ZipCode) }),
})

export const changeZipCode = defineEndpoint({
  method: 'PUT',
  path: '/api/account/zip-code',
  auth: 'sudo',
  summary: 'Change the zip code; this logs out all other browsers',
  body: v.object({ zipcode: ZipCode }),
})

export const changeUsername = defineEndpoint({
  method: 'PUT',
  path: '/api/account/username',
  auth: 'sudo',
  summary: 'Change the username; for 90 days, the old one redirects and stays reserved for the viewer',
  body: v.object({ username: NewUsername }),
  output: Viewer,
})

/** `code-sent`: the change requires the code that was sent to the new address. `viewer` is then null. */
export const EmailChange = v.object({ state: v.picklist(['changed', 'code-sent']), viewer: v.nullable(Viewer) })
export type EmailChange = v.InferOutput<typeof EmailChange>

export const changeEmail = defineEndpoint({
  method: 'PUT',
  path: '/api/account/email',
  auth: 'sudo',
  summary: 'Change the e-mail address; with mail on, the new one first gets a code. Both addresses get a notice',
  body: v.object({ email: Email }),
  output: EmailChange,
})

export const confirmEmail = defineEndpoint({
  method: 'POST',
  path: '/api/account/email/code',
  auth: 'user',
  summary: 'Confirm the new e-mail address with the code that was sent to it',
  body: v.object({ code: v.pipe(v.string(), v.maxLength(100)) }),
  output: Viewer,
})

export const undoEmailChange = defineEndpoint({
  method: 'POST',
  path: '/api/auth/undo-email',
  auth: 'anyone',
  summary:
    'Restore the former e-mail address by the link mailed to it, within 72 hours; logs out everywhere and ' +
    'removes credentials added since. `resetToken` sets a new zip code within an hour',
  body: v.object({ token: v.pipe(v.string(), v.maxLength(100)) }),
  output: v.object({ username: v.string(), resetToken: v.string() }),
})

export const accountEventKinds = [
  'logged-in',
  'password-set',
  'password-removed',
  'zip-code-changed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-made',
  'recovery-code-used',
  'sign-in-reset',
  'username-changed',
  'email-changed',
  'email-undone',
  'account-restored',
] as const

/** An entry in the security log of the account. */
export const AccountEvent = v.object({
  kind: v.picklist(accountEventKinds),
  at: Time,
  /** Names of the browser and the operating system. Empty if the operator made the change. */
  label: v.string(),
  /** IP network of the browser, truncated to /24 (IPv4) or /48 (IPv6). */
  network: v.string(),
})
export type AccountEvent = v.InferOutput<typeof AccountEvent>

export const listAccountEvents = defineEndpoint({
  method: 'GET',
  path: '/api/account/events',
  auth: 'user',
  summary: "List the account's log-ins and security changes of the last 180 days, newest first; at most 50",
  output: v.object({ events: v.array(AccountEvent) }),
})
