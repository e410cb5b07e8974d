import type { GuardianMessageKey } from '#features/sign-in/pages/GuardianPage.tsx'
import { clearSlot, getOfflineText, requireElement, showSlotError } from './dom-templates.ts'
import { isFormBusy, setFormBusy } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { sendJson } from './send-json.ts'

type Translate = TranslateMessage<GuardianMessageKey>

/** Wires the confirm and refuse buttons of the guardian's form. `token` is the fragment of the mailed link. */
export function attachGuardianForm(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const translate = readTranslator<GuardianMessageKey>()
  let isRefusal = false
  const refuseButton = requireElement<HTMLButtonElement>('[data-refuse]', form)
  refuseButton.addEventListener('click', () => {
    if (isFormBusy(form)) return
    isRefusal = !isRefusal
    showQuestion(form, translate, isRefusal)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void send(form, translate, { token, confirms: !isRefusal })
  })
  void showUser(form, translate, token)
}

const getSubmitButton = (form: HTMLFormElement) => requireElement<HTMLButtonElement>('button[type="submit"]', form)

/** Labels the two buttons Confirm and Refuse or, if `isRefusal` is true, Erase and Back. */
function showQuestion(form: HTMLFormElement, translate: Translate, isRefusal: boolean) {
  const submit = getSubmitButton(form)
  submit.dataset.label = translate(isRefusal ? 'erase' : 'confirm')
  submit.textContent = submit.dataset.label
  requireElement('[data-refuse]', form).textContent = translate(isRefusal ? 'back' : 'refuse')
  const sure = requireElement('[data-sure]', form)
  sure.textContent = isRefusal ? (sure.dataset.words ?? '') : ''
  clearSlot('error')
}

/** Hides the buttons, because the answer is saved or the link is no longer valid. */
function end(form: HTMLFormElement) {
  for (const part of [getSubmitButton(form), requireElement('[data-refuse]', form)]) part.hidden = true
  requireElement('[data-sure]', form).textContent = ''
}

async function showUser(form: HTMLFormElement, translate: Translate, token: string) {
  const response = await sendJson('POST', '/api/guardian-links', { token })
  if (response.status === 200)
    requireElement('[data-who]', form).textContent = translate(
      'who',
      response.body as { username: string; fullname: string },
    )
  else showRefusal(form, translate, response.code, response.status)
}

async function send(form: HTMLFormElement, translate: Translate, answer: { token: string; confirms: boolean }) {
  clearSlot('error')
  setFormBusy(form, translate('checking'))
  const response = await sendJson('POST', '/api/guardian-links/answer', answer)
  setFormBusy(form, null)
  if (response.status !== 200) return showRefusal(form, translate, response.code, response.status)
  end(form)
  requireElement('[data-who]', form).textContent = translate(answer.confirms ? 'confirmed' : 'erased')
}

function showRefusal(form: HTMLFormElement, translate: Translate, code: string | undefined, status: number) {
  // The server answers 400 to a malformed token, for example from a truncated link.
  const isOver = code === 'link-expired' || status === 400
  if (isOver) end(form)
  showSlotError('error', getOfflineText(status) ?? translate(isOver ? 'guardianExpired' : 'guardianFailed'))
}
