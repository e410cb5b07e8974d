import type { RestoreMessage } from '#features/sign-in/pages/RestorePage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { askServer, type Said } from './ask-server.ts'
import { isBusy, setBusy } from './field-errors.ts'
import { clearSlot, requireElement, showError } from './fill-slots.ts'
import { keepTyped } from './keep-typed.ts'
import { readTranslator, type Say } from './read-translator.ts'

const inputOf = (id: string) => requireElement<HTMLInputElement>(`#${id}`)
const looksLikeRecoveryCode = (typed: string) => /^[0-9a-z]{5}[\s-]?[0-9a-z]{5}$/i.test(typed.trim())

/**
 * Wires the form that restores a deleted account. `token` is the fragment of a mailed link, which needs no fields.
 * A failure does not clear the typed text.
 */
export function startRestore(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const say = readTranslator<RestoreMessage>()
  if (token) requireElement('[data-fields]', form).hidden = true
  else {
    keepTyped([inputOf('usernameOrEmail')])
    startPasskey(form, say)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isBusy(form)) void send(form, say, () => (token ? ask({ token }) : askTyped()))
  })
}

const ask = (body: object) => askServer('POST', '/api/account/restore', body)

async function askTyped(): Promise<Said> {
  const [usernameOrEmail, typed] = [inputOf('usernameOrEmail').value, inputOf('secret').value]
  const response = await ask({ usernameOrEmail, zipcode: typed })
  if (response.code !== 'wrong-secret' || !looksLikeRecoveryCode(typed)) return response
  return ask({ usernameOrEmail, recoveryCode: typed })
}

function startPasskey(form: HTMLFormElement, say: Say<RestoreMessage>) {
  const button = requireElement<HTMLButtonElement>('[data-passkey]', form)
  if (!('PublicKeyCredential' in window)) return
  button.hidden = false
  button.addEventListener('click', () => {
    if (isBusy(form)) return
    void send(form, say, async () => {
      const { byPasskey } = await import('./log-in-by-passkey.ts')
      return byPasskey((passkey) => ask({ passkey }))
    })
  })
}

async function send(form: HTMLFormElement, say: Say<RestoreMessage>, work: () => Promise<Said | null>) {
  clearSlot('error')
  setBusy(form, say('checking'))
  const response = await work().catch(() => null)
  if (response?.status === 200) {
    const { username } = response.body as { username: string }
    return assignLocation(`/login?${new URLSearchParams({ username, restored: '1' })}`)
  }
  setBusy(form, null)
  showError('error', wordsFor(response, say))
}

function wordsFor(response: Said | null, say: Say<RestoreMessage>): string {
  if (!response || response.code === 'invalid-passkey') return say('passkeyNotUsed')
  if (response.status === 429) return say('tryAgainIn', { count: response.minutes })
  if (response.code === 'link-expired') return say('expired')
  const isWrong = [400, 401, 403].includes(response.status)
  return say(isWrong ? 'wrong' : 'failed')
}
