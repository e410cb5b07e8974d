import type { Say } from '#features/users/read-translator.ts'
import { startSession } from '#features/users/start-session.ts'
import { askServer, type Said } from './ask-server.ts'
import { clearFieldError, isBusy, setBusy, showFieldError } from './field-errors.ts'
import { clearSlot, requireElement, showError, showState } from './fill-slots.ts'
import type { LogInMessage } from './LogInPage.tsx'

// A second request within a minute would only make the first code stop counting while it is on its way.
const RESEND_AFTER_SECONDS = 60

let counting = 0

const formOf = (name: string) => requireElement<HTMLFormElement>(`[data-form="${name}"]`)
const codeInput = () => requireElement<HTMLInputElement>('#code')

/** Shows the code step: after a right zip code on an unknown device, or because a code was asked for. */
export function startCodeStep(why: 'code' | 'asked', usernameOrEmail: string, say: Say<LogInMessage>) {
  if (formOf('code').dataset.started === undefined) wireCodeStep(usernameOrEmail, say)
  showStep('code')
  showState(why)
  clearSlot('created')
  countDown(say)
  codeInput().focus()
}

function showStep(step: 'log-in' | 'code' | 'expired') {
  for (const name of ['log-in', 'code', 'expired']) formOf(name).hidden = name !== step
}

function wireCodeStep(usernameOrEmail: string, say: Say<LogInMessage>) {
  const form = formOf('code')
  form.dataset.started = ''
  codeInput().addEventListener('input', drawCells)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void sendCode(form, say)
  })
  const resend = async (from: HTMLFormElement, errors: string) => {
    setBusy(from, say('checking'))
    const { status } = await askServer('POST', '/api/auth/code', { usernameOrEmail })
    setBusy(from, null)
    if (status !== 202) return showError(errors, say('codeFailed'))
    codeInput().value = ''
    drawCells()
    startCodeStep('asked', usernameOrEmail, say)
    requireElement('[data-sent]').textContent = say('codeSent')
  }
  requireElement('[data-resend]').addEventListener('click', () => void resend(form, 'code-error'))
  formOf('expired').addEventListener('submit', (event) => {
    event.preventDefault()
    void resend(formOf('expired'), 'expired-error')
  })
}

async function sendCode(form: HTMLFormElement, say: Say<LogInMessage>) {
  const input = codeInput()
  clearFieldError(input)
  clearSlot('code-error')
  // Half a code is no guess: it costs none of the five tries.
  if (input.value.length < 8) return showFieldError(input, say('codeShort'), 'error')
  setBusy(form, say('checking'))
  const remember = requireElement<HTMLInputElement>('[name="remember"]', form).checked
  const said = await askServer('POST', '/api/auth/challenge', { code: input.value, remember })
  if (said.status === 200) return startSession(said.body as Parameters<typeof startSession>[0])
  setBusy(form, null)
  showCodeRefusal(said, say)
}

function showCodeRefusal({ code, problem }: Said, say: Say<LogInMessage>) {
  if (code === 'code-expired' || (code === 'invalid-code' && problem.triesLeft === 0)) {
    showStep('expired')
    showState('expired')
    return requireElement('[data-slot="head"] h1').focus()
  }
  const input = codeInput()
  if (code !== 'invalid-code') return showError('code-error', say('codeFailed'))
  showFieldError(input, say('codeWrong', { count: problem.triesLeft ?? 0 }), 'error')
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

function countDown(say: Say<LogInMessage>) {
  const wait = requireElement('[data-wait]')
  const resend = requireElement('[data-resend]')
  let left = RESEND_AFTER_SECONDS + 1
  const tick = () => {
    left -= 1
    const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
    wait.textContent = left > 0 ? say('sendAgainIn', { time }) : ''
    resend.hidden = left > 0
    if (left === 0) window.clearInterval(counting)
  }
  window.clearInterval(counting)
  counting = window.setInterval(tick, 1000)
  tick()
}
