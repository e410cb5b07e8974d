import type { UsernameAvailability } from '@pawtrait/contract/sign-in/sign-in.ts'
import { isGuessableZipCode } from '@pawtrait/contract/sign-in/zip-code.ts'
import type { SignUpMessageKey } from '#features/sign-in/pages/SignUpPage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { clearSlot, cloneTemplate, getOfflineText, requireElement, showSlotError } from './dom-templates.ts'
import { clearErrorsOnInput, clearFieldError, isFormBusy, setFormBusy, showFieldError } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { type ApiResponse, sendJson } from './send-json.ts'
import { sendWithProof } from './send-with-proof.ts'
import { deleteTypedText, persistTypedText } from './typed-text.ts'

const TYPING_PAUSE_MS = 400

/**
 * Username in the last sign-up request that got no response; null if every request got one. The server may have created
 * this account.
 */
type UnansweredSignUp = { username: string | null }

const getInput = (name: string) => requireElement<HTMLInputElement>(`#${name}`)
const listInputs = (form: HTMLFormElement) => [...form.querySelectorAll<HTMLInputElement>('input[id]')]

/**
 * Wires a sign-up form, for adults or ages 13 to 17. Errors appear beside their fields. Name, username
 * and email survive a reload and switching between the two forms.
 */
export function attachSignUpForm(form: HTMLFormElement) {
  const translate = readTranslator<SignUpMessageKey>()
  persistTypedText([getInput('fullname'), getInput('username'), getInput('email')], '/signup')
  clearErrorsOnInput(form)
  form.addEventListener('input', () => countDown(form, translate))
  watchZipCode(translate)
  const username = watchUsername(translate)
  const unanswered: UnansweredSignUp = { username: null }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (isFormBusy(form)) return
    username.stop()
    void send(form, translate, unanswered).then(username.offer)
  })
}

async function send(
  form: HTMLFormElement,
  translate: TranslateMessage<SignUpMessageKey>,
  unanswered: UnansweredSignUp,
) {
  for (const input of listInputs(form)) clearFieldError(input)
  clearSummary()
  setFormBusy(form, translate('creatingAccount'))
  const sentUsername = typedUsername()
  const response = await sendWithProof(Object.fromEntries(new FormData(form)))
  if (response?.status === 201) {
    deleteTypedText()
    return goToLogIn(response)
  }
  setFormBusy(form, null)
  if (response) {
    showRefusal(form, response, translate)
    if (response.status === 0) unanswered.username = sentUsername
    if (response.code === 'username-taken' && sentUsername === unanswered.username) showMaybeCreated(translate)
  } else requireElement('button[type="submit"]', form).focus()
}

const typedUsername = () => getInput('username').value.trim().toLowerCase()

/** Adds to the error "That username is taken" that the user's own lost request may have created the account. */
function showMaybeCreated(translate: TranslateMessage<SignUpMessageKey>) {
  const line = Object.assign(document.createElement('p'), { textContent: `${translate('signUpMaybeCreated')} ` })
  const href = logInUrl({ username: getInput('username').value.trim() })
  line.append(Object.assign(document.createElement('a'), { href, className: 'link', textContent: translate('logIn') }))
  requireElement('#username-note').append(line)
}

/** Returns the path of the log-in page. Passes on `?next=` of this page, the path that opens after a log-in. */
function logInUrl(more: Record<string, string>) {
  const next = new URLSearchParams(window.location.search).get('next')
  return `/login?${new URLSearchParams({ ...more, ...(next && { next }) })}${window.location.hash}`
}

/** Opens the log-in with the username filled in, because a sign-up does not log the user in. */
const goToLogIn = ({ body }: ApiResponse) =>
  assignLocation(logInUrl({ username: (body as { username: string }).username, created: '1' }))

function showRefusal(form: HTMLFormElement, response: ApiResponse, translate: TranslateMessage<SignUpMessageKey>) {
  const { status, code, problem, minutes } = response
  const messages = new Map(problem.errors?.map(({ field, message }) => [field, message]))
  const wrong = listInputs(form).filter(({ name }) => messages.has(name))
  for (const input of wrong) showFieldError(input, messages.get(input.name) ?? '', 'error')
  if (wrong[0]) {
    showSlotError('error', translate('signUpWrong', { count: wrong.length }))
    summary().dataset.counts = 'wrong'
    return wrong[0].focus()
  }
  const isRateLimited = status === 429 || code === 'too-many-attempts'
  if (code === 'proof-required') return showSlotError('error', translate('proofFailed'))
  if (isRateLimited) return showSlotError('error', translate('tooManySignUps', { count: minutes }))
  showSlotError('error', getOfflineText(status) ?? translate('signUpFailed'))
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

/** Warns of a zip code that strangers would try first. The list is in the browser, so the zip code is not sent. */
function watchZipCode(translate: TranslateMessage<SignUpMessageKey>) {
  const input = getInput('zipcode')
  input.addEventListener('input', () => {
    if (isGuessableZipCode(input.value)) showFieldError(input, translate('zipCodeGuessable'), 'remark')
    else clearFieldError(input)
  })
}

/**
 * Shows whether the typed username is free, or suggests free ones. Shows nothing when the server is unreachable. On
 * submit, `stop` cancels a pending check, because a late response could replace the server's form errors.
 */
function watchUsername(translate: TranslateMessage<SignUpMessageKey>) {
  const input = getInput('username')
  let [timer, lastRequest] = [0, 0]
  let tickIcon: Element | null = null
  const fetchAvailability = async (): Promise<UsernameAvailability | null> => {
    if (!input.isConnected) return null
    const requestNumber = ++lastRequest
    const query = new URLSearchParams({ fullname: getInput('fullname').value })
    const { status, body } = await sendJson('GET', `/api/usernames/${encodeURIComponent(input.value.trim())}?${query}`)
    return status === 200 && input.isConnected && requestNumber === lastRequest ? (body as UsernameAvailability) : null
  }
  const check = async () => {
    const checked = input.value.trim() === '' ? null : await fetchAvailability()
    if (!checked) return
    const { name, free, reason, suggestions } = checked
    if (!free) {
      showFieldError(input, reason ?? '', 'error')
      return offerUsernames(input, suggestions, translate)
    }
    showFieldError(input, translate('usernameFree', { name }), 'remark')
    const mark = cloneTemplate('tick').firstElementChild
    if (mark) input.after(mark)
    tickIcon = mark
  }
  /** After a refused sign-up, adds suggested usernames to the server's error. */
  const offer = async () => {
    const checked = input.ariaInvalid === 'true' ? await fetchAvailability() : null
    if (checked && input.ariaInvalid === 'true') offerUsernames(input, checked.suggestions, translate)
  }
  const stop = () => {
    lastRequest++
    window.clearTimeout(timer)
  }
  input.addEventListener('input', () => {
    stop()
    tickIcon?.remove()
    clearFieldError(input)
    timer = window.setTimeout(() => void check(), TYPING_PAUSE_MS)
  })
  return { stop, offer }
}

/** Adds buttons with free usernames below the error of the field. A press fills in the username. */
function offerUsernames(
  input: HTMLInputElement,
  names: readonly string[],
  translate: TranslateMessage<SignUpMessageKey>,
) {
  if (names.length === 0) return
  const line = Object.assign(document.createElement('p'), { textContent: `${translate('usernamesFree')} ` })
  for (const name of names) {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'link id' })
    button.textContent = name
    button.addEventListener('click', () => {
      input.value = name
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.focus()
    })
    line.append(button, ' ')
  }
  requireElement(`[id="${input.id}-note"]`).append(line)
}
