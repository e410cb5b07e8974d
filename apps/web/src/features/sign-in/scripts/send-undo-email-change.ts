import type { UndoMessageKey } from '#features/sign-in/pages/UndoEmailChangePage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { clearSlot, getOfflineText, showSlotError } from './dom-templates.ts'
import { isFormBusy, setFormBusy } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { sendJson } from './send-json.ts'

/** Wires the form that undoes a change of the email. `token` is the fragment of the link mailed to the old address. */
export function attachUndoEmailChangeForm(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const translate = readTranslator<UndoMessageKey>()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void send(form, token, translate)
  })
}

async function send(form: HTMLFormElement, token: string, translate: TranslateMessage<UndoMessageKey>) {
  clearSlot('error')
  setFormBusy(form, translate('checking'))
  const response = await sendJson('POST', '/api/auth/undo-email', { token })
  if (response.status === 200) {
    const { resetToken } = response.body as { resetToken: string }
    return assignLocation(`/reset-signin?undone=1#${resetToken}`)
  }
  setFormBusy(form, null)
  const messageKey = response.code === 'link-expired' ? 'undoExpired' : 'undoFailed'
  showSlotError('error', getOfflineText(response.status) ?? translate(messageKey))
}
