import type { LogInMessageKey } from '#features/sign-in/pages/LogInPage.tsx'
import { completeLogIn, completeRecoveryLogIn } from '#features/sign-in/sessions/complete-log-in.ts'
import { currentTimeMs, formatClockTime } from '#lib/time/time.ts'
import { clearSlot, requireElement, showFormState, showSlotError } from './dom-templates.ts'
import { clearFieldError, isFormBusy, setFormBusy, showFieldError } from './field-errors.ts'
import type { TranslateMessage } from './read-translator.ts'
import { type ApiResponse, sendJson } from './send-json.ts'
import { showSuspendedState } from './show-suspended-state.ts'

// Pause before the user can request another code. Mail may take a minute, and each new code invalidates the previous
// one.
const RESEND_AFTER_SECONDS = 60
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Input of a log-in: username or email, and secret. `zipCode` is missing if the user only requested a code. */
export type LogInInput = { usernameOrEmail: string; zipCode?: string; timeZone: string }
type Step = { typed: LogInInput; translate: TranslateMessage<LogInMessageKey> }

let countdownTimer = 0

const getForm = (name: string) => requireElement<HTMLFormElement>(`[data-form="${name}"]`)
const codeInput = () => requireElement<HTMLInputElement>('#code')

/** Requests a code by mail. The response does not reveal whether the account exists. */
export const requestLogInCode = ({ usernameOrEmail, timeZone }: LogInInput) =>
  sendJson('POST', '/api/auth/code', { usernameOrEmail, timeZone })

/**
 * Shows the step for the mailed code. `code` is `verification-required` if the server has mailed a code. It is
 * `too-many-codes` if the server sends no more codes for now. It is missing if the user only requested a code.
 */
export function startCodeStep({ code, minutes }: Pick<ApiResponse, 'code' | 'minutes'>, step: Step) {
  if (getForm('code').dataset.started === undefined) wireCodeStep(step)
  showStep('code')
  clearSlot('created')
  const isOver = code === 'too-many-codes'
  showFormState(isOver ? 'newest' : code === 'verification-required' ? 'code' : 'asked')
  if (isOver) showSlotError('code-error', getNoMoreCodesText(minutes, step))
  countDown(isOver ? 0 : RESEND_AFTER_SECONDS, step)
  codeInput().focus()
}

/**
 * Returns the message that says when the user can request another code. Includes the weekday if that time is at least
 * 12 hours ahead.
 */
function getNoMoreCodesText(minutes: number, { translate }: Step): string {
  const locale = document.documentElement.lang
  const at = currentTimeMs() + minutes * MINUTE_MS
  const isSoon = minutes < DAY_MINUTES / 2
  const day = isSoon ? '' : `${new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(new Date(at))} `
  return translate('noMoreCodes', { time: day + formatClockTime(at, locale) })
}

function showStep(step: 'log-in' | 'code' | 'expired') {
  for (const name of ['log-in', 'code', 'expired']) getForm(name).hidden = name !== step
}

/**
 * Requests another code. Repeats the log-in, because the server reveals the limit of codes only to a log-in with the
 * correct secret. Without a secret, or if the log-in fails, requests a code by username. The response to that request
 * is the same for all accounts.
 */
async function requestAnotherCode({ typed }: Step): Promise<ApiResponse> {
  if (typed.zipCode === undefined) return requestLogInCode(typed)
  const response = await sendJson('POST', '/users', typed)
  const isCodeStep = response.code === 'verification-required' || response.code === 'too-many-codes'
  return isCodeStep || (response.status === 200 && response.body) ? response : requestLogInCode(typed)
}

function wireCodeStep(step: Step) {
  const form = getForm('code')
  form.dataset.started = ''
  codeInput().addEventListener('input', drawCells)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void sendCode(form, step)
  })
  requireElement('[data-resend]').addEventListener('click', () => void resend(form, 'code-error', step))
  getForm('expired').addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(getForm('expired'))) void resend(getForm('expired'), 'expired-error', step)
  })
}

async function resend(from: HTMLFormElement, errors: string, step: Step) {
  const { translate } = step
  setFormBusy(from, translate('checking'))
  const response = await requestAnotherCode(step)
  if (response.status === 200) return completeLogIn(response.body as Parameters<typeof completeLogIn>[0])
  setFormBusy(from, null)
  const isOnItsWay = response.status === 202 || response.code === 'verification-required'
  if (response.code === 'too-many-codes' && errors === 'code-error') return startCodeStep(response, step)
  if (!isOnItsWay)
    return showSlotError(
      errors,
      response.status === 429 ? getNoMoreCodesText(response.minutes, step) : translate('codeNotSent'),
    )
  clearSlot(errors)
  codeInput().value = ''
  drawCells()
  startCodeStep(response, step)
  requireElement('[data-sent]').textContent = translate(response.status === 202 ? 'codeAskedAgain' : 'codeSent')
}

async function sendCode(form: HTMLFormElement, step: Step) {
  const { translate, typed } = step
  const input = codeInput()
  clearFieldError(input)
  clearSlot('code-error')
  // Checks the length first, because the server would count an incomplete code as one of five tries.
  if (input.value.length < 8) return showFieldError(input, translate('codeShort'), 'error')
  setFormBusy(form, translate('checking'))
  const remember = requireElement<HTMLInputElement>('[name="remember"]', form).checked
  const response = await sendJson('POST', '/api/auth/challenge', { code: input.value, remember })
  const start = typed.zipCode === undefined ? completeRecoveryLogIn : completeLogIn
  if (response.status === 200) return start(response.body as Parameters<typeof completeLogIn>[0])
  setFormBusy(form, null)
  showCodeRefusal(response, step)
}

/** Returns the reason why the code is no longer valid, or null if another try is possible. */
function getCodeEnd({ code, problem }: ApiResponse) {
  if (code === 'code-expired') return 'expired'
  if (code === 'code-replaced') return 'replaced'
  return code === 'invalid-code' && problem.triesLeft === 0 ? 'spent' : null
}

function showCodeRefusal(response: ApiResponse, { translate }: Step) {
  if (showSuspendedState(response)) return showStep('log-in')
  const end = getCodeEnd(response)
  if (end) {
    showStep('expired')
    showFormState(end)
    return requireElement('[data-slot="head"] h1').focus()
  }
  const input = codeInput()
  if (response.status === 429) return showSlotError('code-error', translate('tryAgainIn', { count: response.minutes }))
  if (response.code !== 'invalid-code') return showSlotError('code-error', translate('codeFailed'))
  showFieldError(input, translate('codeWrong', { count: response.problem.triesLeft ?? 0 }), 'error')
  drawCells()
  input.focus()
  input.select()
}

/** Shows the typed digits in the eight cells of the code field. */
function drawCells() {
  const input = codeInput()
  input.value = input.value.replace(/\D/g, '').slice(0, 8)
  const cells = input.parentElement?.querySelectorAll<HTMLElement>('[aria-hidden] > *') ?? []
  for (const [index, cell] of cells.entries()) {
    cell.textContent = input.value[index] ?? ''
    cell.toggleAttribute('data-next', index === input.value.length)
  }
}

function countDown(seconds: number, { translate }: Step) {
  const waitText = requireElement('[data-wait]')
  const resendButton = requireElement('[data-resend]')
  let remaining = seconds
  const update = () => {
    const time = `${Math.floor(remaining / 60)}:${String(remaining % 60).padStart(2, '0')}`
    waitText.textContent = remaining > 0 ? translate('sendAgainIn', { time }) : ''
    resendButton.hidden = remaining > 0
  }
  window.clearInterval(countdownTimer)
  update()
  if (remaining > 0)
    countdownTimer = window.setInterval(() => {
      remaining -= 1
      update()
      if (remaining === 0) window.clearInterval(countdownTimer)
    }, 1000)
}
