import { getCredentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { createOfferedPasskeyOptions, storeOfferedPasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import type { ToastMessage } from '#ui/overlays/Toast.tsx'
import { PasskeySavedMessage } from './PasskeySavedMessage.tsx'
import { createPasskey, supportsPasskeys } from './passkey-ceremonies.ts'
import { refetchPasskeys } from './use-after-passkey-change.ts'

// Timeout of the creation, because some browsers neither create a passkey nor reject.
const TIMEOUT_MS = 60_000

/**
 * Returns whether this browser can create passkeys without a dialog: `conditionalCreate` in WebAuthn level 3 §5.1.7.
 */
async function supportsConditionalCreate(): Promise<boolean> {
  if (!supportsPasskeys() || !('getClientCapabilities' in PublicKeyCredential)) return false
  const { conditionalCreate } = await PublicKeyCredential.getClientCapabilities()
  return conditionalCreate === true
}

async function createConditionally() {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  const timer = setTimeout(() => WebAuthnAbortService.cancelCeremony(), TIMEOUT_MS)
  // `startRegistration` aborts a pending WebAuthn request. Adding a passkey in the settings therefore aborts this
  // request.
  return createPasskey(call(createOfferedPasskeyOptions), true).finally(() => clearTimeout(timer))
}

/**
 * After a log-in by password, lets the browser create a passkey without a dialog, and shows a toast on success.
 * The user did not request the passkey, so failures are silent. Accounts with a zip code are skipped, because the
 * server would delete the zip code.
 */
export async function createConditionalPasskey(
  queries: QueryClient,
  { toast }: { toast: (message: ToastMessage) => void },
): Promise<void> {
  try {
    if (!(await supportsConditionalCreate()) || !(await call(getCredentials)).password) return
    await call(storeOfferedPasskey, { body: { credential: await createConditionally() } })
  } catch {
    return
  }
  refetchPasskeys(queries)
  toast({ text: <PasskeySavedMessage /> })
}
