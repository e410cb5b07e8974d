import { showCredentials } from '@pawtrait/contract/sign-in/credentials.ts'
import { keepOfferedPasskey, offerPasskey } from '@pawtrait/contract/sign-in/passkeys.ts'
import type { QueryClient } from '@tanstack/react-query'
import { call } from '#lib/server/call.ts'
import type { ToastMessage } from '#ui/overlays/Toast.tsx'
import { knowsPasskeys, makePasskey } from './ask-passkey.ts'
import { PasskeySaved } from './PasskeySaved.tsx'
import { refetchPasskeys } from './use-passkeys-changed.ts'

// Some browsers neither make one nor say that they will not.
const LONGEST_MS = 60_000

/** Whether this browser makes passkeys of its own accord. WebAuthn level 3 §5.1.7: `conditionalCreate` */
async function makesThemUnasked(): Promise<boolean> {
  if (!knowsPasskeys() || !('getClientCapabilities' in PublicKeyCredential)) return false
  const { conditionalCreate } = await PublicKeyCredential.getClientCapabilities()
  return conditionalCreate === true
}

async function makeUnasked() {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  const timer = setTimeout(() => WebAuthnAbortService.cancelCeremony(), LONGEST_MS)
  // One that the person asks for meanwhile takes its place, and ends this one.
  return makePasskey(call(offerPasskey), true).finally(() => clearTimeout(timer))
}

/**
 * Just after a log-in: has the browser make a passkey beside the password that was sent, if it wants to, and tells of
 * it. Nobody asked for one, so nothing is said of one that was not made. Beside a zip code none is made: it would be
 * erased.
 */
export async function offerPasskeyUnasked(
  queries: QueryClient,
  { toast }: { toast: (message: ToastMessage) => void },
): Promise<void> {
  try {
    if (!(await makesThemUnasked()) || !(await call(showCredentials)).password) return
    await call(keepOfferedPasskey, { body: { credential: await makeUnasked() } })
  } catch {
    return
  }
  refetchPasskeys(queries)
  toast({ text: <PasskeySaved /> })
}
