import type { RecoverMessage } from '#features/sign-in/pages/RecoverPage.tsx'
import { startChoosing } from '#features/sign-in/sessions/start-session.ts'
import { askServer } from './ask-server.ts'
import { isBusy, setBusy } from './field-errors.ts'
import { clearSlot, requireElement, showError } from './fill-slots.ts'
import { keepTyped } from './keep-typed.ts'
import { readTranslator, type Say } from './read-translator.ts'
import { showSuspended } from './show-suspended.ts'

const inputOf = (id: string) => requireElement<HTMLInputElement>(`#${id}`)

/** Wires the form for a recovery code. A failure does not clear the typed text. */
export function startRecovery(form: HTMLFormElement) {
  const say = readTranslator<RecoverMessage>()
  keepTyped([inputOf('usernameOrEmail')])
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, say)
  })
}

async function send(form: HTMLFormElement, say: Say<RecoverMessage>) {
  clearSlot('error')
  setBusy(form, say('checking'))
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const typed = { usernameOrEmail: inputOf('usernameOrEmail').value, code: inputOf('code').value, timeZone }
  const response = await askServer('POST', '/api/session/recovery-code', typed)
  if (response.status === 200) return startChoosing(response.body as Parameters<typeof startChoosing>[0])
  setBusy(form, null)
  if (showSuspended(response)) return
  const isWrong = response.status === 401 || response.status === 400
  const isPaused = response.status === 429
  showError('error', isPaused ? say('tryAgainIn', { count: response.minutes }) : say(isWrong ? 'wrong' : 'failed'))
  inputOf('code').focus()
}
