import type { LogInMessage } from '#features/sign-in/pages/LogInPage.tsx'
import { noteSecretTyped } from '#features/sign-in/sessions/secret-typed.ts'
import { startSession } from '#features/sign-in/sessions/start-session.ts'
import type { TypedLogIn } from './answer-code.ts'
import type { Said } from './ask-server.ts'
import { askWithProof } from './ask-with-proof.ts'
import { clearWhenTyped, isBusy, setBusy, showFieldError } from './field-errors.ts'
import { clearSlot, requireElement, showError, showState } from './fill-slots.ts'
import { keepTyped } from './keep-typed.ts'
import { startPasskeyButton } from './passkey-button.ts'
import { readTranslator, type Say } from './read-translator.ts'
import { showSuspended } from './show-suspended.ts'

const MINUTE_MS = 60_000

const inputOf = (id: string) => requireElement<HTMLInputElement>(`#${id}`)
const fields = () => [inputOf('usernameOrEmail'), inputOf('zipCode')] as const
const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Wires the log-in form, the passkey button and the code button, and shows every outcome. */
export function startLogIn(form: HTMLFormElement) {
  const say = readTranslator<LogInMessage>()
  keepTyped([inputOf('usernameOrEmail')])
  startPasskeyButton(say)
  clearWhenTyped(form)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, say)
  })
  document.querySelector('[data-email-code]')?.addEventListener('click', () => void askForCode(form, say))
}

// Loaded on demand: most log-ins need no code.
const loadCodeStep = () => import('./answer-code.ts')

async function send(form: HTMLFormElement, say: Say<LogInMessage>) {
  const [nameField, zipCode] = fields()
  clearSlot('created')
  clearSlot('error')
  setBusy(form, say('checking'))
  const typed = { usernameOrEmail: nameField.value, zipCode: zipCode.value, timeZone: timeZone() }
  const response = await askWithProof(typed)
  if (response?.status === 200 && response.body) {
    noteSecretTyped()
    return startSession(response.body as Parameters<typeof startSession>[0])
  }
  setBusy(form, null)
  if (response) return showOutcome(form, response, typed, say)
  requireElement('button[type="submit"]', form).focus()
}

async function askForCode(form: HTMLFormElement, say: Say<LogInMessage>) {
  const [nameField] = fields()
  if (nameField.value.trim() === '') {
    showFieldError(nameField, say('whoFirst'), 'error')
    return nameField.focus()
  }
  const typed = { usernameOrEmail: nameField.value, timeZone: timeZone() }
  const outcome = await loadCodeStep().then(
    (step) => step.askForCode(typed),
    () => null,
  )
  if (outcome) await showOutcome(form, outcome, typed, say)
  else showFailed(form, '', say)
}

async function showOutcome(form: HTMLFormElement, response: Said, typed: TypedLogIn, say: Say<LogInMessage>) {
  const [nameField, zipCode] = fields()
  if (response.status === 202 || response.code === 'verification-required' || response.code === 'too-many-codes')
    return loadCodeStep().then(
      (step) => step.startCodeStep(response, { typed, say }),
      () => showFailed(form, '', say),
    )
  if (response.status === 200) return showWrong([nameField, zipCode])
  for (const field of [nameField, zipCode]) field.removeAttribute('aria-invalid')
  if (showSuspended(response)) return
  if (response.code === 'proof-required') return showError('error', say('proofFailed'))
  if (response.status === 429) return waitMinutes(form, response.minutes, say)
  showFailed(form, response.problem.requestId ? say('requestNumber', { number: response.problem.requestId }) : '', say)
}

function showFailed(form: HTMLFormElement, number: string, say: Say<LogInMessage>) {
  showState('failed', { number })
  requireElement('button[type="submit"]', form).textContent = say('tryAgain')
}

function showWrong(wrong: HTMLInputElement[]) {
  showState('wrong')
  for (const field of wrong) {
    field.setAttribute('aria-invalid', 'true')
    field.setAttribute('aria-describedby', 'log-in-error')
  }
  wrong[1]?.focus()
  wrong[1]?.select()
}

/** Shows a countdown of the waiting time, and disables the button until its end. */
function waitMinutes(form: HTMLFormElement, minutes: number, say: Say<LogInMessage>) {
  const button = requireElement<HTMLButtonElement>('button[type="submit"]', form)
  let remaining = minutes
  showState('slowly', { minutes: say('tryAgainIn', { count: remaining }) })
  button.disabled = true
  const timer = window.setInterval(() => {
    remaining -= 1
    if (remaining > 0) {
      document.querySelector('[data-text="minutes"]')?.replaceChildren(say('tryAgainIn', { count: remaining }))
      return
    }
    window.clearInterval(timer)
    button.disabled = false
    clearSlot('error')
  }, MINUTE_MS)
}
