import { readTranslator, type Say } from '#features/users/read-translator.ts'
import { goTo } from '#lib/go-to.ts'
import { askServer } from './ask-server.ts'
import { clearFieldError, clearWhenTyped, isBusy, setBusy, showFieldError } from './field-errors.ts'
import { clearSlot, requireElement, showError } from './fill-slots.ts'
import type { ResetMessage } from './ResetSignInPage.tsx'

/** Makes the form of the operator's link work. `token` stands behind the # of the address. */
export function startResetSignIn(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const say = readTranslator<ResetMessage>()
  clearWhenTyped(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, token, say)
  })
}

async function send(form: HTMLFormElement, token: string, say: Say<ResetMessage>) {
  const input = requireElement<HTMLInputElement>('#zipcode', form)
  clearFieldError(input)
  clearSlot('error')
  setBusy(form, say('checking'))
  const said = await askServer('POST', '/api/auth/reset', { token, zipcode: input.value })
  if (said.status === 200) {
    const { username } = said.body as { username: string }
    return goTo(`/login?${new URLSearchParams({ username, reset: '1' })}`)
  }
  setBusy(form, null)
  const wrong = said.problem.errors?.find(({ field }) => field === 'zipcode')
  if (wrong) {
    showFieldError(input, wrong.message, 'error')
    return input.focus()
  }
  showError('error', say(said.code === 'link-expired' ? 'resetExpired' : 'resetFailed'))
}
