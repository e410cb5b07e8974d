import type { Answer } from '@pawtrait/contract/endpoint.ts'
import { passkeyLogInOptions, type passkeyOptions } from '@pawtrait/contract/sign-in/passkeys.ts'
import { call } from '#lib/server/call.ts'

/** Whether this browser, on this page, knows passkeys. */
export const knowsPasskeys = () => typeof window !== 'undefined' && 'PublicKeyCredential' in window

/** Whether the person, or the time that a browser waits, ended it: nothing went wrong. WebAuthn level 3 §14.5.1 */
export const wasCancelled = (error: unknown) =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name)

/** What the server says a passkey is made by. */
type Asked = Promise<Answer<typeof passkeyOptions>>

/** Has the browser make a passkey; `unasked`: of its own accord, without a dialog. @throws as `provePasskey` */
export async function makePasskey(asked: Asked, unasked = false) {
  const [{ startRegistration }, optionsJSON] = await Promise.all([import('@simplewebauthn/browser'), asked])
  const options = { optionsJSON, useAutoRegister: unasked } as Parameters<typeof startRegistration>[0]
  const { id, rawId, response } = await startRegistration(options)
  return { id, rawId, type: 'public-key' as const, response }
}

/** Has the browser prove a passkey. @throws `CallError`, or what the browser says: see `wasCancelled` */
export async function provePasskey() {
  const [{ startAuthentication }, optionsJSON] = await Promise.all([
    import('@simplewebauthn/browser'),
    call(passkeyLogInOptions),
  ])
  const proof = await startAuthentication({ optionsJSON } as Parameters<typeof startAuthentication>[0])
  const { id, rawId, response } = proof
  return { id, rawId, type: 'public-key' as const, response }
}
