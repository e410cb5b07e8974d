import { getCredentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { createOfferedPasskeyOptions, storeOfferedPasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import type { ToastMessage } from '#ui/overlays/Toast.tsx'
import { knowsPasskeys, makePasskey } from './ask-passkey.ts'
import { PasskeySaved } from './PasskeySaved.tsx'
import { refetchPasskeys } from './use-passkeys-changed.ts'

// Some browsers neither create a passkey nor reject.
const LONGEST_MS = 60_000

/** Returns whether this browser creates passkeys by itself. WebAuthn level 3 §5.1.7: `conditionalCreate` */
async function supportsConditionalCreate(): Promise<boolean> {
  if (!knowsPasskeys() || !('getClientCapabilities' in PublicKeyCredential)) return false
  const { conditionalCreate } = await PublicKeyCredential.getClientCapabilities()
  return conditionalCreate === true
}

async function createConditionally() {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  const timer = setTimeout(() => WebAuthnAbortService.cancelCeremony(), LONGEST_MS)
  // A passkey that the user requests in the meantime aborts this one.
  return makePasskey(call(createOfferedPasskeyOptions), true).finally(() => clearTimeout(timer))
}

/**
 * After a log-in by password, lets the browser create a passkey by itself, and shows a toast if it did.
 * The user did not ask for it, so a failure is silent. Skipped after a log-in by zip code, which the passkey would
 * erase.
 */
export async function offerPasskeyUnasked(
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
  toast({ text: <PasskeySaved /> })
}
