import type { ResetMessageKey } from '#features/sign-in/pages/ResetSignInPage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { clearSlot, getOfflineText, requireElement, showSlotError } from './dom-templates.ts'
import { clearErrorsOnInput, clearFieldError, isFormBusy, setFormBusy, showFieldError } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { sendJson } from './send-json.ts'

/** Wires the form for a new zip code. `token` is the fragment of the operator's link. */
export function attachResetSignInForm(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const translate = readTranslator<ResetMessageKey>()
  clearErrorsOnInput(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void send(form, token, translate)
  })
  void showUser(form, token, translate)
}

async function showUser(form: HTMLFormElement, token: string, translate: TranslateMessage<ResetMessageKey>) {
  const response = await sendJson('POST', '/api/auth/reset-link', { token })
  if (response.status === 200)
    requireElement('[data-who]', form).textContent = translate('resetFor', response.body as { username: string })
  else if (response.code === 'link-expired' || response.status === 400) endForm(form, translate)
}

/** Hides the fields, and shows that the link is no longer valid. */
function endForm(form: HTMLFormElement, translate: TranslateMessage<ResetMessageKey>) {
  for (const part of ['[data-fields]', 'button[type="submit"]']) requireElement(part, form).hidden = true
  requireElement('[data-who]', form).textContent = ''
  showSlotError('error', translate('resetExpired'))
}

async function send(form: HTMLFormElement, token: string, translate: TranslateMessage<ResetMessageKey>) {
  const input = requireElement<HTMLInputElement>('#zipcode', form)
  clearFieldError(input)
  clearSlot('error')
  setFormBusy(form, translate('checking'))
  const response = await sendJson('POST', '/api/auth/reset', { token, zipcode: input.value })
  if (response.status === 200) {
    const { username } = response.body as { username: string }
    return assignLocation(`/login?${new URLSearchParams({ username, reset: '1' })}`)
  }
  setFormBusy(form, null)
  const wrong = response.problem.errors?.find(({ field }) => field === 'zipcode')
  if (wrong) {
    showFieldError(input, wrong.message, 'error')
    return input.focus()
  }
  if (response.code === 'link-expired') return endForm(form, translate)
  showSlotError('error', getOfflineText(response.status) ?? translate('resetFailed'))
}
