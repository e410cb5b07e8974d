import type { LogInMessage } from '#features/sign-in/pages/LogInPage.tsx'
import { startChoosing, startSession } from '#features/sign-in/sessions/start-session.ts'
import { currentTimeMs, formatClockTime } from '#lib/time/time.ts'
import { askServer, type Said } from './ask-server.ts'
import { clearFieldError, isBusy, setBusy, showFieldError } from './field-errors.ts'
import { clearSlot, requireElement, showError, showState } from './fill-slots.ts'
import type { Say } from './read-translator.ts'
import { showSuspended } from './show-suspended.ts'

// A second request within a minute would only invalidate the first code while it is in transit.
const RESEND_AFTER_SECONDS = 60
const MINUTE_MS = 60_000
const DAY_MINUTES = 24 * 60

/** Name and secret of a log-in. The zip code is missing when only a code was requested. */
export type TypedLogIn = { usernameOrEmail: string; zipCode?: string; timeZone: string }
type Step = { typed: TypedLogIn; say: Say<LogInMessage> }

let counting = 0

const formOf = (name: string) => requireElement<HTMLFormElement>(`[data-form="${name}"]`)
const codeInput = () => requireElement<HTMLInputElement>('#code')

/** Requests a code by mail. The answer does not depend on the account. */
export const askForCode = ({ usernameOrEmail, timeZone }: TypedLogIn) =>
  askServer('POST', '/api/auth/code', { usernameOrEmail, timeZone })

/** Shows the code step for the server's answer: a code is on its way, was requested, or no more are sent for now. */
export function startCodeStep({ code, minutes }: Pick<Said, 'code' | 'minutes'>, step: Step) {
  if (formOf('code').dataset.started === undefined) wireCodeStep(step)
  showStep('code')
  clearSlot('created')
  const isOver = code === 'too-many-codes'
  showState(isOver ? 'newest' : code === 'verification-required' ? 'code' : 'asked')
  if (isOver) showError('code-error', noMoreUntil(minutes, step))
  countDown(isOver ? 0 : RESEND_AFTER_SECONDS, step)
  codeInput().focus()
}

/** Returns when a code can be requested again, with the day if it is not today. */
function noMoreUntil(minutes: number, { say }: Step): string {
  const locale = document.documentElement.lang
  const at = currentTimeMs() + minutes * MINUTE_MS
  const isSoon = minutes < DAY_MINUTES / 2
  const day = isSoon ? '' : `${new Intl.DateTimeFormat(locale, { weekday: 'long' }).format(new Date(at))} `
  return say('noMoreCodes', { time: day + formatClockTime(at, locale) })
}

function showStep(step: 'log-in' | 'code' | 'expired') {
  for (const name of ['log-in', 'code', 'expired']) formOf(name).hidden = name !== step
}

/**
 * Requests another code. With a correct secret it logs in again: only that answer may tell how many codes were mailed.
 * By name alone, the way around a lockout, the answer is the same for everyone.
 */
async function askAgain({ typed }: Step): Promise<Said> {
  if (typed.zipCode === undefined) return askForCode(typed)
  const response = await askServer('POST', '/users', typed)
  const isTold = response.code === 'verification-required' || response.code === 'too-many-codes'
  return isTold || (response.status === 200 && response.body) ? response : askForCode(typed)
}

function wireCodeStep(step: Step) {
  const form = formOf('code')
  form.dataset.started = ''
  codeInput().addEventListener('input', drawCells)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void sendCode(form, step)
  })
  requireElement('[data-resend]').addEventListener('click', () => void resend(form, 'code-error', step))
  formOf('expired').addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(formOf('expired'))) void resend(formOf('expired'), 'expired-error', step)
  })
}

async function resend(from: HTMLFormElement, errors: string, step: Step) {
  const { say } = step
  setBusy(from, say('checking'))
  const response = await askAgain(step)
  if (response.status === 200) return startSession(response.body as Parameters<typeof startSession>[0])
  setBusy(from, null)
  const isOnItsWay = response.status === 202 || response.code === 'verification-required'
  if (response.code === 'too-many-codes' && errors === 'code-error') return startCodeStep(response, step)
  if (!isOnItsWay)
    return showError(errors, response.status === 429 ? noMoreUntil(response.minutes, step) : say('codeNotSent'))
  clearSlot(errors)
  codeInput().value = ''
  drawCells()
  startCodeStep(response, step)
  requireElement('[data-sent]').textContent = say(response.status === 202 ? 'codeAskedAgain' : 'codeSent')
}

async function sendCode(form: HTMLFormElement, step: Step) {
  const { say, typed } = step
  const input = codeInput()
  clearFieldError(input)
  clearSlot('code-error')
  // An incomplete code is not sent, so it costs none of the five tries.
  if (input.value.length < 8) return showFieldError(input, say('codeShort'), 'error')
  setBusy(form, say('checking'))
  const remember = requireElement<HTMLInputElement>('[name="remember"]', form).checked
  const response = await askServer('POST', '/api/auth/challenge', { code: input.value, remember })
  const start = typed.zipCode === undefined ? startChoosing : startSession
  if (response.status === 200) return start(response.body as Parameters<typeof startSession>[0])
  setBusy(form, null)
  showCodeRefusal(response, step)
}

/** Returns why no code of this browser is valid any more. */
function endOf({ code, problem }: Said) {
  if (code === 'code-expired') return 'expired'
  if (code === 'code-replaced') return 'replaced'
  return code === 'invalid-code' && problem.triesLeft === 0 ? 'spent' : null
}

function showCodeRefusal(response: Said, { say }: Step) {
  if (showSuspended(response)) return showStep('log-in')
  const end = endOf(response)
  if (end) {
    showStep('expired')
    showState(end)
    return requireElement('[data-slot="head"] h1').focus()
  }
  const input = codeInput()
  if (response.status === 429) return showError('code-error', say('tryAgainIn', { count: response.minutes }))
  if (response.code !== 'invalid-code') return showError('code-error', say('codeFailed'))
  showFieldError(input, say('codeWrong', { count: response.problem.triesLeft ?? 0 }), 'error')
  drawCells()
  input.focus()
  input.select()
}

/** Draws the typed digits into the eight cells. */
function drawCells() {
  const input = codeInput()
  input.value = input.value.replace(/\D/g, '').slice(0, 8)
  const cells = input.parentElement?.querySelectorAll<HTMLElement>('[aria-hidden] > *') ?? []
  for (const [index, cell] of cells.entries()) {
    cell.textContent = input.value[index] ?? ''
    cell.toggleAttribute('data-next', index === input.value.length)
  }
}

function countDown(seconds: number, { say }: Step) {
  const wait = requireElement('[data-wait]')
  const resendButton = requireElement('[data-resend]')
  let remaining = seconds
  const show = () => {
    const time = `${Math.floor(remaining / 60)}:${String(remaining % 60).padStart(2, '0')}`
    wait.textContent = remaining > 0 ? say('sendAgainIn', { time }) : ''
    resendButton.hidden = remaining > 0
  }
  window.clearInterval(counting)
  show()
  if (remaining > 0)
    counting = window.setInterval(() => {
      remaining -= 1
      show()
      if (remaining === 0) window.clearInterval(counting)
    }, 1000)
}
