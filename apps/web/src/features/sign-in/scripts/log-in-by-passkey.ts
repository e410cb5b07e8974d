import { startAuthentication } from '@simplewebauthn/browser'
import { askServer, type Said } from './ask-server.ts'

// A challenge counts for five minutes: what the browser offers has a fresh one before.
const FRESH_MS = 4 * 60_000

type Options = Parameters<typeof startAuthentication>[0]['optionsJSON']

type Proof = Awaited<ReturnType<typeof startAuthentication>>

/** Has the browser prove a passkey, for `send`. Nothing when the person or the browser ended it. */
export async function byPasskey(send: (proof: Proof) => Promise<Said>, useBrowserAutofill = false) {
  const options = await askServer('POST', '/api/session/passkey/options')
  if (options.status !== 200) return options
  try {
    return await send(await startAuthentication({ optionsJSON: options.body as Options, useBrowserAutofill }))
  } catch {
    return null
  }
}

/** Logs in by a passkey. Nothing when the person or the browser ended it. */
export const logInByPasskey = (useBrowserAutofill = false): Promise<Said | null> =>
  byPasskey((credential) => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    return askServer('POST', '/api/session/passkey', { credential, timeZone })
  }, useBrowserAutofill)

/** Has the browser offer passkeys among the names it fills in, as long as the page is open. WebAuthn level 3 §5.1.4 */
export async function offerPasskeys(onSaid: (said: Said) => void) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return
  const offer = async () => {
    const said = await logInByPasskey(true)
    if (said && said.status !== 0) onSaid(said)
  }
  void offer()
  window.setInterval(() => document.visibilityState === 'visible' && void offer(), FRESH_MS)
}
