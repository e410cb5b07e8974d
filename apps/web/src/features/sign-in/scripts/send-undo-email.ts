import type { UndoMessage } from '#features/sign-in/pages/UndoEmailPage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { askServer } from './ask-server.ts'
import { isBusy, setBusy } from './field-errors.ts'
import { clearSlot, showError } from './fill-slots.ts'
import { readTranslator, type Say } from './read-translator.ts'

/** Wires the form that undoes a change of the email. `token` is the fragment of the link mailed to the old address. */
export function startUndoEmail(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const say = readTranslator<UndoMessage>()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, token, say)
  })
}

async function send(form: HTMLFormElement, token: string, say: Say<UndoMessage>) {
  clearSlot('error')
  setBusy(form, say('checking'))
  const response = await askServer('POST', '/api/auth/undo-email', { token })
  if (response.status === 200) {
    const { resetToken } = response.body as { resetToken: string }
    return assignLocation(`/reset-signin?undone=1#${resetToken}`)
  }
  setBusy(form, null)
  showError('error', say(response.code === 'link-expired' ? 'undoExpired' : 'undoFailed'))
}
