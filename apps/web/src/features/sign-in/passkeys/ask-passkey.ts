import type { CallOutput } from '@pawtrait/contract/endpoint.ts'
import { createPasskeyLogInOptions, type createPasskeyOptions } from '@pawtrait/contract/sign-in/passkeys.ts'
import { call } from '#lib/server/call.ts'

/** Returns whether this browser supports passkeys on this page. */
export const knowsPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Returns whether the user cancelled or the browser's timeout ended it: no error. WebAuthn level 3 §14.5.1 */
export const wasCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** Creation options from the server. */
type Asked = Promise<CallOutput<typeof createPasskeyOptions>>

/** Creates a passkey in the browser. `unasked`: conditional create, without a dialog. @throws like `provePasskey` */
export async function makePasskey(answer: Asked, unasked = false) {
  const [{ startRegistration }, optionsJSON] = await Promise.all([import('@simplewebauthn/browser'), answer])
  const options = { optionsJSON, useAutoRegister: unasked } as Parameters<typeof startRegistration>[0]
  const { id, rawId, response } = await startRegistration(options)
  return { id, rawId, type: 'public-key' as const, response }
}

/** Signs a challenge with a passkey. @throws `CallError`, or the browser's error: see `wasCancelled` */
export async function provePasskey() {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(createPasskeyLogInOptions),
  ])
  const proof = await startAuthentication({ optionsJSON } as Parameters<typeof startAuthentication>[0])
  const { id, rawId, response } = proof
  return { id, rawId, type: 'public-key' as const, response }
}
