import type { SignUpMessageKey } from '#features/sign-in/pages/SignUpPage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { clearSlot, cloneTemplate, requireElement, showSlotError } from './dom-templates.ts'
import { clearErrorsOnInput, clearFieldError, isFormBusy, setFormBusy, showFieldError } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { type ApiResponse, sendJson } from './send-json.ts'
import { sendWithProof } from './send-with-proof.ts'
import { deleteTypedText, persistTypedText } from './typed-text.ts'

const TYPING_PAUSE_MS = 400

const inputOf = (name: string) => requireElement<HTMLInputElement>(`#${name}`)
const inputsOf = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[id]')]

/**
 * Wires a sign-up form, for adults or ages 13 to 17. Errors appear beside their fields. Name, username
 * and email survive a reload and switching between the two forms.
 */
export function attachSignUpForm(form: HTMLFormElement) {
  const translate = readTranslator<SignUpMessageKey>()
  persistTypedText([inputOf('fullname'), inputOf('username'), inputOf('email')], '/signup')
  clearErrorsOnInput(form)
  form.addEventListener('input', () => countDown(form, translate))
  const stopChecking = watchUsername(translate)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isFormBusy(form)) return
    stopChecking()
    void send(form, translate)
  })
}

async function send(form: HTMLFormElement, translate: TranslateMessage<SignUpMessageKey>) {
  for (const input of inputsOf(form)) clearFieldError(input)
  clearSummary()
  setFormBusy(form, translate('creatingAccount'))
  const response = await sendWithProof(Object.fromEntries(new FormData(form)))
  if (response?.status === 201) {
    deleteTypedText()
    return goToLogIn(response)
  }
  setFormBusy(form, null)
  if (response) showRefusal(form, response, translate)
  else requireElement('button[type="submit"]', form).focus()
}

/** A sign-up does not log the user in. This function opens the log-in with the username filled in. */
function goToLogIn({ body }: ApiResponse) {
  const next = new URLSearchParams(window.location.search).get('next')
  const { username } = body as { username: string }
  const query = new URLSearchParams({ username, created: '1', ...(next && { next }) })
  assignLocation(`/login?${query}${window.location.hash}`)
}

function showRefusal(form: HTMLFormElement, response: ApiResponse, translate: TranslateMessage<SignUpMessageKey>) {
  const { status, code, problem, minutes } = response
  const messages = new Map(problem.errors?.map(({ field, message }) => [field, message]))
  const wrong = inputsOf(form).filter(({ name }) => messages.has(name))
  for (const input of wrong) showFieldError(input, messages.get(input.name) ?? '', 'error')
  if (wrong[0]) {
    showSlotError('error', translate('signUpWrong', { count: wrong.length }))
    summary().dataset.counts = 'wrong'
    return wrong[0].focus()
  }
  const waits = status === 429 || code === 'too-many-attempts'
  if (code === 'proof-required') return showSlotError('error', translate('proofFailed'))
  showSlotError('error', waits ? translate('tooManySignUps', { count: minutes }) : translate('signUpFailed'))
}

const summary = () => requireElement('[data-slot="error"]')

function clearSummary() {
  clearSlot('error')
  delete summary().dataset.counts
}

/** Updates the number of wrong fields in the error summary. Removes the summary once no field is wrong. */
function countDown(form: HTMLFormElement, translate: TranslateMessage<SignUpMessageKey>) {
  if (summary().dataset.counts !== 'wrong') return
  const count = form.querySelectorAll('[aria-invalid="true"]').length
  if (count === 0) return clearSummary()
  requireElement('span', summary()).textContent = translate('signUpWrong', { count })
}

/**
 * Shows whether the typed username is free; shows nothing when the server is unreachable. Returns a function that
 * cancels a pending check on submit. Otherwise a late response could replace the server's form errors.
 */
function watchUsername(translate: TranslateMessage<SignUpMessageKey>): () => void {
  const input = inputOf('username')
  let [timer, turn] = [0, 0]
  let tick: Element | null = null
  const check = async () => {
    const checked = input.value.trim()
    if (checked === '') return
    const own = ++turn
    const { status, body } = await sendJson('GET', `/api/usernames/${encodeURIComponent(checked)}`)
    if (status !== 200 || !input.isConnected || own !== turn) return
    const { name, free, reason } = body as { name: string; free: boolean; reason: string | null }
    if (!free) return showFieldError(input, reason ?? '', reason ? 'error' : 'remark')
    showFieldError(input, translate('usernameFree', { name }), 'remark')
    const mark = cloneTemplate('tick').firstElementChild
    if (mark) input.after(mark)
    tick = mark
  }
  const stop = () => {
    turn++
    window.clearTimeout(timer)
  }
  input.addEventListener('input', () => {
    stop()
    tick?.remove()
    clearFieldError(input)
    timer = window.setTimeout(() => void check(), TYPING_PAUSE_MS)
  })
  return stop
}
