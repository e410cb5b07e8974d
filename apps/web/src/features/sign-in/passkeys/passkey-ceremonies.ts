import type { CallOutput } from '@pawtrait/contract/endpoint.ts'
import { createPasskeyLogInOptions, type createPasskeyOptions } from '@pawtrait/contract/sign-in/passkeys.ts'
import { call } from '#lib/server/call.ts'

/** Returns whether this browser supports passkeys on this page. */
export const supportsPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Returns whether the user cancelled or the browser timed out. Neither is an error (WebAuthn level 3 §14.5.1). */
export const wasPasskeyCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Request for the options that WebAuthn needs to create a passkey. */
type OptionsRequest = Promise<CallOutput<typeof createPasskeyOptions>>

/** Creates a passkey, without a dialog if `isConditional` is true. @throws `CallError`, or the browser's error */
export async function createPasskey(answer: OptionsRequest, isConditional = false) {
  const [{ startRegistration }, optionsJSON] = await Promise.all([import('@simplewebauthn/browser'), answer])
  const options = { optionsJSON, useAutoRegister: isConditional } as Parameters<typeof startRegistration>[0]
  const { id, rawId, response } = await startRegistration(options)
  return { id, rawId, type: 'public-key' as const, response }
}

/**
 * Signs a challenge with a passkey.
 * @throws `CallError`, or the browser's error, which `wasPasskeyCancelled` can check
 */
export async function signWithPasskey() {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(createPasskeyLogInOptions),
  ])
  const proof = await startAuthentication({ optionsJSON } as Parameters<typeof startAuthentication>[0])
  const { id, rawId, response } = proof
  return { id, rawId, type: 'public-key' as const, response }
}
