import { readTranslator, type Say } from '#features/users/read-translator.ts'
import { goTo } from '#lib/go-to.ts'
import { askServer } from './ask-server.ts'
import { isBusy, setBusy } from './field-errors.ts'
import { clearSlot, showError } from './fill-slots.ts'
import type { UndoMessage } from './UndoEmailPage.tsx'

/** Makes the button of the link to a former address work. `token` stands behind the # of the address. */
export function startUndoEmail(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const say = readTranslator<UndoMessage>()
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, token, say)
  })
}

async function send(form: HTMLFormElement, token: string, say: Say<UndoMessage>) {
  clearSlot('error')
  setBusy(form, say('checking'))
  const said = await askServer('POST', '/api/auth/undo-email', { token })
  if (said.status === 200) {
    const { username } = said.body as { username: string }
    return goTo(`/login?${new URLSearchParams({ username, undone: '1' })}`)
  }
  setBusy(form, null)
  showError('error', say(said.code === 'link-expired' ? 'undoExpired' : 'undoFailed'))
}
