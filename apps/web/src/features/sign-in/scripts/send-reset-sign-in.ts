import type { ResetMessage } from '#features/sign-in/pages/ResetSignInPage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { askServer } from './ask-server.ts'
import { clearFieldError, clearWhenTyped, isBusy, setBusy, showFieldError } from './field-errors.ts'
import { clearSlot, requireElement, showError } from './fill-slots.ts'
import { readTranslator, type Say } from './read-translator.ts'

/** Wires the form for a new zip code. `token` is the fragment of the operator's link. */
export function startResetSignIn(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const say = readTranslator<ResetMessage>()
  clearWhenTyped(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, token, say)
  })
  void sayWho(form, token, say)
}

async function sayWho(form: HTMLFormElement, token: string, say: Say<ResetMessage>) {
  const response = await askServer('POST', '/api/auth/reset-link', { token })
  if (response.status === 200)
    requireElement('[data-who]', form).textContent = say('resetFor', response.body as { username: string })
  else if (response.code === 'link-expired' || response.status === 400) endForm(form, say)
}

/** Hides the fields, and shows that the link is no longer valid. */
function endForm(form: HTMLFormElement, say: Say<ResetMessage>) {
  for (const part of ['[data-fields]', 'button[type="submit"]']) requireElement(part, form).hidden = true
  requireElement('[data-who]', form).textContent = ''
  showError('error', say('resetExpired'))
}

async function send(form: HTMLFormElement, token: string, say: Say<ResetMessage>) {
  const input = requireElement<HTMLInputElement>('#zipcode', form)
  clearFieldError(input)
  clearSlot('error')
  setBusy(form, say('checking'))
  const response = await askServer('POST', '/api/auth/reset', { token, zipcode: input.value })
  if (response.status === 200) {
    const { username } = response.body as { username: string }
    return assignLocation(`/login?${new URLSearchParams({ username, reset: '1' })}`)
  }
  setBusy(form, null)
  const wrong = response.problem.errors?.find(({ field }) => field === 'zipcode')
  if (wrong) {
    showFieldError(input, wrong.message, 'error')
    return input.focus()
  }
  if (response.code === 'link-expired') return endForm(form, say)
  showError('error', say('resetFailed'))
}
