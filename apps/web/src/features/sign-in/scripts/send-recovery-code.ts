import type { RecoverMessageKey } from '#features/sign-in/pages/RecoverPage.tsx'
import { completeRecoveryLogIn } from '#features/sign-in/sessions/complete-log-in.ts'
import { clearSlot, getOfflineText, requireElement, showSlotError } from './dom-templates.ts'
import { isFormBusy, setFormBusy } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { sendJson } from './send-json.ts'
import { showSuspendedState } from './show-suspended-state.ts'
import { persistTypedText } from './typed-text.ts'

const getInput = (id: string) => requireElement<HTMLInputElement>(`#${id}`)

/** Wires the form for a recovery code. A failure does not clear the typed text. */
export function attachRecoveryForm(form: HTMLFormElement) {
  const translate = readTranslator<RecoverMessageKey>()
  persistTypedText([getInput('usernameOrEmail')])
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void send(form, translate)
  })
}

async function send(form: HTMLFormElement, translate: TranslateMessage<RecoverMessageKey>) {
  clearSlot('error')
  setFormBusy(form, translate('checking'))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const typed = { usernameOrEmail: getInput('usernameOrEmail').value, code: getInput('code').value, timeZone }
  const response = await sendJson('POST', '/api/session/recovery-code', typed)
  if (response.status === 200)
    return completeRecoveryLogIn(response.body as Parameters<typeof completeRecoveryLogIn>[0])
  setFormBusy(form, null)
  if (showSuspendedState(response)) return
  const isWrong = response.status === 401 || response.status === 400
  const isPaused = response.status === 429
  showSlotError(
    'error',
    isPaused
      ? translate('tryAgainIn', { count: response.minutes })
      : (getOfflineText(response.status) ?? translate(isWrong ? 'wrong' : 'failed')),
  )
  getInput('code').focus()
}
