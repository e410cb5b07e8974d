import type { LogInMessageKey } from '#features/sign-in/pages/LogInPage.tsx'
import { completeLogIn } from '#features/sign-in/sessions/complete-log-in.ts'
import { readLoggedOutUsername } from '#features/sign-in/sessions/logged-out-username.ts'
import { setSecretTypedFlag } from '#features/sign-in/sessions/secret-typed-flag.ts'
import type { LogInInput } from './code-step.ts'
import { clearSlot, getOfflineText, requireElement, showFormState, showSlotError } from './dom-templates.ts'
import { clearErrorsOnInput, isFormBusy, setFormBusy, showFieldError } from './field-errors.ts'
import { attachPasskeyButton } from './passkey-button.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import type { ApiResponse } from './send-json.ts'
import { sendWithProof } from './send-with-proof.ts'
import { showSuspendedState } from './show-suspended-state.ts'
import { persistTypedText } from './typed-text.ts'

const MINUTE_MS = 60_000

const getInput = (id: string) => requireElement<HTMLInputElement>(`#${id}`)
const fields = () => [getInput('usernameOrEmail'), getInput('zipCode')] as const
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Wires the log-in form, the passkey button and the code button, and shows every outcome. */
export function attachLogInForm(form: HTMLFormElement) {
  const translate = readTranslator<LogInMessageKey>()
  const [nameField, zipCode] = fields()
  persistTypedText([nameField])
  nameField.value ||= readLoggedOutUsername()
  if (nameField.value !== '' && document.activeElement === document.body) zipCode.focus()
  attachPasskeyButton(translate)
  clearErrorsOnInput(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void send(form, translate)
  })
  document.querySelector('[data-email-code]')?.addEventListener('click', () => void requestLogInCode(form, translate))
}

// Loads the code step on demand, because most log-ins need no mailed code.
const loadCodeStep = () => import('./code-step.ts')

async function send(form: HTMLFormElement, translate: TranslateMessage<LogInMessageKey>) {
  const [nameField, zipCode] = fields()
  clearSlot('created')
  clearSlot('error')
  setFormBusy(form, translate('checking'))
  const typed = { usernameOrEmail: nameField.value, zipCode: zipCode.value, timeZone: timeZone() }
  const response = await sendWithProof(typed)
  if (response?.status === 200 && response.body) {
    setSecretTypedFlag()
    return completeLogIn(response.body as Parameters<typeof completeLogIn>[0])
  }
  setFormBusy(form, null)
  if (response) return showOutcome(form, response, typed, translate)
  requireElement('button[type="submit"]', form).focus()
}

async function requestLogInCode(form: HTMLFormElement, translate: TranslateMessage<LogInMessageKey>) {
  const [nameField] = fields()
  if (nameField.value.trim() === '') {
    showFieldError(nameField, translate('whoFirst'), 'error')
    return nameField.focus()
  }
  const typed = { usernameOrEmail: nameField.value, timeZone: timeZone() }
  const outcome = await loadCodeStep().then(
    (step) => step.requestLogInCode(typed),
    () => null,
  )
  if (outcome) await showOutcome(form, outcome, typed, translate)
  else showFailed(form, {}, translate)
}

async function showOutcome(
  form: HTMLFormElement,
  response: ApiResponse,
  typed: LogInInput,
  translate: TranslateMessage<LogInMessageKey>,
) {
  const [nameField, zipCode] = fields()
  if (response.status === 202 || response.code === 'verification-required' || response.code === 'too-many-codes')
    return loadCodeStep().then(
      (step) => step.startCodeStep(response, { typed, translate }),
      () => showFailed(form, {}, translate),
    )
  if (response.status === 200) return showWrong([nameField, zipCode])
  for (const field of [nameField, zipCode]) field.removeAttribute('aria-invalid')
  if (showSuspendedState(response)) return
  if (response.code === 'proof-required') return showSlotError('error', translate('proofFailed'))
  if (response.status === 429) return waitMinutes(form, response.minutes, translate)
  const { requestId } = response.problem
  const reason = getOfflineText(response.status)
  showFailed(
    form,
    { number: requestId ? translate('requestNumber', { number: requestId }) : '', ...(reason && { reason }) },
    translate,
  )
}

function showFailed(
  form: HTMLFormElement,
  texts: Record<string, string>,
  translate: TranslateMessage<LogInMessageKey>,
) {
  showFormState('failed', texts)
  requireElement('button[type="submit"]', form).textContent = translate('tryAgain')
}

function showWrong(wrong: HTMLInputElement[]) {
  showFormState('wrong')
  for (const field of wrong) {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', 'log-in-error')
  }
  wrong[1]?.focus()
  wrong[1]?.select()
}

/** Shows a countdown in minutes, and disables the submit button until its end. */
function waitMinutes(form: HTMLFormElement, minutes: number, translate: TranslateMessage<LogInMessageKey>) {
  const button = requireElement<HTMLButtonElement>('button[type="submit"]', form)
  let remaining = minutes
  showFormState('slowly', { minutes: translate('tryAgainIn', { count: remaining }) })
  button.disabled = true
  const timer = window.setInterval(() => {
    remaining -= 1
    if (remaining > 0) {
      document.querySelector('[data-text="minutes"]')?.replaceChildren(translate('tryAgainIn', { count: remaining }))
      return
    }
    window.clearInterval(timer)
    button.disabled = false
    clearSlot('error')
  }, MINUTE_MS)
}
