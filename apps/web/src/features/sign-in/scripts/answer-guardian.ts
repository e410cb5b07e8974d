import type { GuardianMessage } from '#features/sign-in/pages/GuardianPage.tsx'
import { askServer } from './ask-server.ts'
import { isBusy, setBusy } from './field-errors.ts'
import { clearSlot, requireElement, showError } from './fill-slots.ts'
import { readTranslator, type Say } from './read-translator.ts'

type SayMessage = Say<GuardianMessage>

/** Wires the confirm and refuse buttons of the guardian's form. `token` is the fragment of the mailed link. */
export function startGuardian(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const say = readTranslator<GuardianMessage>()
  let refuses = false
  const other = requireElement<HTMLButtonElement>('[data-refuse]', form)
  other.addEventListener('click', () => {
    if (isBusy(form)) return
    refuses = !refuses
    ask(form, say, refuses)
  })
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, say, { token, confirms: !refuses })
  })
  void sayWho(form, say, token)
}

const submitOf = (form: HTMLFormElement) => requireElement<HTMLButtonElement>('button[type="submit"]', form)

/** Shows the buttons for confirming the account, or after Refuse the ones for erasing it. */
function ask(form: HTMLFormElement, say: SayMessage, refuses: boolean) {
  const submit = submitOf(form)
  submit.dataset.label = say(refuses ? 'erase' : 'confirm')
  submit.textContent = submit.dataset.label
  requireElement('[data-refuse]', form).textContent = say(refuses ? 'back' : 'refuse')
  const sure = requireElement('[data-sure]', form)
  sure.textContent = refuses ? (sure.dataset.words ?? '') : ''
  clearSlot('error')
}

/** Hides the buttons: the answer is saved, or the link is no longer valid. */
function end(form: HTMLFormElement) {
  for (const part of [submitOf(form), requireElement('[data-refuse]', form)]) part.hidden = true
  requireElement('[data-sure]', form).textContent = ''
}

async function sayWho(form: HTMLFormElement, say: SayMessage, token: string) {
  const response = await askServer('POST', '/api/guardian-links', { token })
  if (response.status === 200)
    requireElement('[data-who]', form).textContent = say('who', response.body as { username: string; fullname: string })
  else refused(form, say, response.code, response.status)
}

async function send(form: HTMLFormElement, say: SayMessage, answer: { token: string; confirms: boolean }) {
  clearSlot('error')
  setBusy(form, say('checking'))
  const response = await askServer('POST', '/api/guardian-links/answer', answer)
  setBusy(form, null)
  if (response.status !== 200) return refused(form, say, response.code, response.status)
  end(form)
  requireElement('[data-who]', form).textContent = say(answer.confirms ? 'confirmed' : 'erased')
}

function refused(form: HTMLFormElement, say: SayMessage, code: string | undefined, status: number) {
  // 400: the link was truncated, so its token is malformed.
  const isOver = code === 'link-expired' || status === 400
  if (isOver) end(form)
  showError('error', say(isOver ? 'guardianExpired' : 'guardianFailed'))
}
