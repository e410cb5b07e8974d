import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { PasskeyId } from '../ids.ts'
import { Time } from '../lists.ts'
import { SingleLineText } from '../text/clean-text.ts'
import { SignedInUser } from '../users.ts'
import { ZipCode } from './sign-in.ts'

const Base64Url = v.pipe(v.string(), v.maxLength(16_384), v.regex(/^[\w-]+$/, 'This is not base64url.'))
const Name = SingleLineText(60, 'Give the passkey a name.')

/** A passkey of the viewer. The key itself is not included. */
export const Passkey = v.object({
  id: PasskeyId,
  name: v.string(),
  /** Whether a password manager syncs the passkey to other devices. */
  isSynced: v.boolean(),
  createdAt: Time,
  lastUsedAt: v.nullable(Time),
})
export type Passkey = v.InferOutput<typeof Passkey>

const credential = {
  id: Base64Url,
  rawId: Base64Url,
  type: v.literal('public-key'),
  authenticatorAttachment: v.optional(v.picklist(['platform', 'cross-platform'])),
  clientExtensionResults: v.optional(v.record(v.string(), v.unknown()), {}),
}

/** A new passkey, as the browser returns it: `RegistrationResponseJSON` of WebAuthn level 3 §5.1.8. */
export const NewPasskeyCredential = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: v.optional(v.pipe(v.array(v.pipe(v.string(), v.maxLength(30))), v.maxLength(10)), []),
  }),
})
export type NewPasskeyCredential = v.InferOutput<typeof NewPasskeyCredential>

/** Proof by passkey, as the browser returns it: `AuthenticationResponseJSON` of WebAuthn level 3 §5.1.8. */
export const PasskeyAssertion = v.object({
  ...credential,
  response: v.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: v.optional(v.nullable(Base64Url)),
  }),
})
export type PasskeyAssertion = v.InferOutput<typeof PasskeyAssertion>

const Verification = v.optional(v.picklist(['required', 'preferred', 'discouraged']))

/** Options for a new passkey. A subset of WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
const CreationOptions = v.object({
  challenge: Base64Url,
  rp: v.object({ id: v.optional(v.string()), name: v.string() }),
  user: v.object({ id: Base64Url, name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.optional(v.number()),
  attestation: v.optional(v.picklist(['none', 'direct', 'enterprise', 'indirect'])),
  excludeCredentials: v.optional(
    v.array(v.object({ id: Base64Url, type: v.string(), transports: v.optional(v.array(v.string())) })),
  ),
  authenticatorSelection: v.optional(
    v.object({
      residentKey: Verification,
      requireResidentKey: v.optional(v.boolean()),
      userVerification: Verification,
    }),
  ),
})

/**
 * Options for a proof by passkey. A subset of `PublicKeyCredentialRequestOptionsJSON`. Accepts any passkey of this
 * site.
 */
const RequestOptions = v.object({
  challenge: Base64Url,
  rpId: v.optional(v.string()),
  timeout: v.optional(v.number()),
  userVerification: Verification,
})

export const listPasskeys = defineEndpoint({
  method: 'GET',
  path: '/api/passkeys',
  auth: 'user',
  summary: "List the viewer's passkeys, oldest first; `possible`: whether this server's address allows passkeys",
  output: v.object({ possible: v.boolean(), passkeys: v.array(Passkey) }),
})

export const createPasskeyOptions = defineEndpoint({
  method: 'POST',
  path: '/api/passkeys/options',
  auth: 'sudo',
  summary: 'Create the WebAuthn options for a new passkey; the challenge is valid once, for five minutes',
  output: CreationOptions,
})

export const addPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/passkeys',
  auth: 'sudo',
  summary: 'Add a passkey; if there is a zip code, it is erased and all other browsers are logged out',
  body: v.object({ name: v.optional(Name), credential: NewPasskeyCredential }),
  status: 201,
  output: Passkey,
})

export const getPasskeyOffer = defineEndpoint({
  method: 'GET',
  path: '/api/passkeys/offer',
  auth: 'user',
  summary: 'Check whether this browser may add a passkey without sudo mode, within five minutes of a log-in',
  /**
   * `keepsPassword`: the account has a password, and it stays valid. Adding a passkey erases the zip code of an
   * account.
   */
  output: v.object({ offered: v.boolean(), keepsPassword: v.boolean() }),
})

export const createOfferedPasskeyOptions = defineEndpoint({
  method: 'POST',
  path: '/api/passkeys/offer',
  auth: 'user',
  summary: 'Create the WebAuthn options for an offered passkey, within five minutes of a log-in; otherwise 404',
  output: CreationOptions,
})

export const storeOfferedPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/passkeys/offered',
  auth: 'user',
  summary: 'Store the offered passkey, once; a password stays, a zip code is erased',
  body: v.object({ credential: NewPasskeyCredential }),
  status: 201,
  output: Passkey,
})

export const renamePasskey = defineEndpoint({
  method: 'PATCH',
  path: '/api/passkeys/:id',
  auth: 'user',
  summary: "Rename one of the viewer's passkeys",
  params: { id: PasskeyId },
  body: v.object({ name: Name }),
  output: Passkey,
})

export const removePasskey = defineEndpoint({
  method: 'DELETE',
  path: '/api/passkeys/:id',
  auth: 'sudo',
  summary: 'Remove a passkey and log out all other browsers; a zip code must replace the last log-in method',
  params: { id: PasskeyId },
  body: v.object({ zipcode: v.optional(ZipCode) }),
})

export const createPasskeyLogInOptions = defineEndpoint({
  method: 'POST',
  path: '/api/session/passkey/options',
  auth: 'anyone',
  summary: 'Create the WebAuthn options for a proof by passkey; the challenge is valid once, for five minutes',
  output: RequestOptions,
})

export const logInByPasskey = defineEndpoint({
  method: 'POST',
  path: '/api/session/passkey',
  auth: 'anyone',
  summary: 'Log in with a passkey',
  body: v.object({ credential: PasskeyAssertion, timeZone: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
  output: SignedInUser,
})
