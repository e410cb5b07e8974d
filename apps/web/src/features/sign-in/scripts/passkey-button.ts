import type { LogInMessageKey } from '#features/sign-in/pages/LogInPage.tsx'
import { completeLogIn } from '#features/sign-in/sessions/complete-log-in.ts'
import { clearSlot, showSlotError } from './dom-templates.ts'
import type { TranslateMessage } from './read-translator.ts'
import type { ApiResponse } from './send-json.ts'
import { showSuspendedState } from './show-suspended-state.ts'

const load = () => import('./log-in-by-passkey.ts')

/** Shows the passkey button if the browser supports passkeys, and offers passkeys in the autofill of the name field. */
export function attachPasskeyButton(translate: TranslateMessage<LogInMessageKey>) {
  const button = document.querySelector<HTMLButtonElement>('[data-passkey]')
  if (!button || !('PublicKeyCredential' in window)) return
  button.hidden = false
  const showResponse = (response: ApiResponse | null) => {
    if (response?.status === 200) return completeLogIn(response.body as Parameters<typeof completeLogIn>[0])
    if (!response || !showSuspendedState(response)) showSlotError('error', translate('passkeyNotUsed'))
  }
  button.addEventListener('click', () => {
    clearSlot('error')
    void load().then(
      async ({ logInByPasskey }) => showResponse(await logInByPasskey()),
      () => showResponse(null),
    )
  })
  // Failures of the autofill are silent, because the user did not request it. Once the user has selected a passkey, 401
  // (invalid passkey) and 403 (suspended user) are shown.
  const offer = () =>
    void load().then(
      ({ offerPasskeyAutofill }) =>
        offerPasskeyAutofill((response) => [200, 401, 403].includes(response.status) && showResponse(response)),
      () => {},
    )
  if (document.readyState === 'complete') offer()
  else window.addEventListener('load', offer, { once: true })
}
