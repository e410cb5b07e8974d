import { startAuthentication } from '@simplewebauthn/browser'
import { type ApiResponse, sendJson } from './send-json.ts'

// Challenges expire after five minutes. The autofill gets a new challenge before that time.
const RENEW_AFTER_MS = 4 * 60_000

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

type Proof = Awaited<ReturnType<typeof startAuthentication>>

/**
 * Signs a challenge with a passkey, and passes the proof to `send`. Returns null if the user or the browser cancelled.
 */
export async function sendWithPasskey(send: (proof: Proof) => Promise<ApiResponse>, useBrowserAutofill = false) {
  const options = await sendJson('POST', '/api/session/passkey/options')
  if (options.status !== 200) return options
  try {
    return await send(await startAuthentication({ optionsJSON: options.body as Options, useBrowserAutofill }))
  } catch {
    return null
  }
}

/** Logs in with a passkey. Returns null if the user or the browser cancelled. */
export const logInByPasskey = (useBrowserAutofill = false): Promise<ApiResponse | null> =>
  sendWithPasskey((credential) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return sendJson('POST', '/api/session/passkey', { credential, timeZone })
  }, useBrowserAutofill)

/** Offers passkeys in the browser's autofill while the page is open (WebAuthn level 3 §5.1.4). */
export async function offerPasskeyAutofill(onResponse: (response: ApiResponse) => void) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const offer = async () => {
    const response = await logInByPasskey(true)
    if (response && response.status !== 0) onResponse(response)
  }
  void offer()
  window.setInterval(() => document.visibilityState === 'visible' && void offer(), RENEW_AFTER_MS)
}
