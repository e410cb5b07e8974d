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

/** Wires the log-in form with all its outcomes. */
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
  const [who, zipCode] = fields()
  clearSlot('created')
  clearSlot('error')
  setBusy(form, say('checking'))
  const typed = { usernameOrEmail: who.value, zipCode: zipCode.value, timeZone: timeZone() }
  const said = await askWithProof(typed)
  if (said?.status === 200 && said.body) {
    noteSecretTyped()
    return startSession(said.body as Parameters<typeof startSession>[0])
  }
  setBusy(form, null)
  if (said) return showOutcome(form, said, typed, say)
  requireElement('button[type="submit"]', form).focus()
}

async function askForCode(form: HTMLFormElement, say: Say<LogInMessage>) {
  const [who] = fields()
  if (who.value.trim() === '') {
    showFieldError(who, say('whoFirst'), 'error')
    return who.focus()
  }
  const typed = { usernameOrEmail: who.value, timeZone: timeZone() }
  const asked = await loadCodeStep().then(
    (step) => step.askForCode(typed),
    () => null,
  )
  if (asked) await showOutcome(form, asked, typed, say)
  else showFailed(form, '', say)
}

async function showOutcome(form: HTMLFormElement, said: Said, typed: TypedLogIn, say: Say<LogInMessage>) {
  const [who, zipCode] = fields()
  if (said.status === 202 || said.code === 'verification-required' || said.code === 'too-many-codes')
    return loadCodeStep().then(
      (step) => step.startCodeStep(said, { typed, say }),
      () => showFailed(form, '', say),
    )
  if (said.status === 200) return showWrong([who, zipCode])
  for (const field of [who, zipCode]) field.removeAttribute('aria-invalid')
  if (showSuspended(said)) return
  if (said.code === 'proof-required') return showError('error', say('proofFailed'))
  if (said.status === 429) return waitMinutes(form, said.minutes, say)
  showFailed(form, said.problem.requestId ? say('requestNumber', { number: said.problem.requestId }) : '', say)
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
  let left = minutes
  showState('slowly', { minutes: say('tryAgainIn', { count: left }) })
  button.disabled = true
  const timer = window.setInterval(() => {
    left -= 1
    if (left > 0) {
      document.querySelector('[data-text="minutes"]')?.replaceChildren(say('tryAgainIn', { count: left }))
      return
    }
    window.clearInterval(timer)
    button.disabled = false
    clearSlot('error')
  }, MINUTE_MS)
}
