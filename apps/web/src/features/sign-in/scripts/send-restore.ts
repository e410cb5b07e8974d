import type { RestoreMessageKey } from '#features/sign-in/pages/RestorePage.tsx'
import { assignLocation } from '#lib/assign-location.ts'
import { clearSlot, getOfflineText, requireElement, showSlotError } from './dom-templates.ts'
import { isFormBusy, setFormBusy } from './field-errors.ts'
import { readTranslator, type TranslateMessage } from './read-translator.ts'
import { type ApiResponse, sendJson } from './send-json.ts'
import { persistTypedText } from './typed-text.ts'

const getInput = (id: string) => requireElement<HTMLInputElement>(`#${id}`)
const looksLikeRecoveryCode = (typed: string) => /^[0-9a-z]{5}[\s-]?[0-9a-z]{5}$/i.test(typed.trim())

/**
 * Wires the form that restores a deleted account. `token` is the fragment of a mailed link, which needs no fields.
 * A failure does not clear the typed text.
 */
export function attachRestoreForm(form: HTMLFormElement, token = window.location.hash.slice(1)) {
  const translate = readTranslator<RestoreMessageKey>()
  if (token) requireElement('[data-fields]', form).hidden = true
  else {
    persistTypedText([getInput('usernameOrEmail')])
    startPasskey(form, translate)
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!isFormBusy(form)) void send(form, translate, () => (token ? postRestore({ token }) : requestRestore()))
  })
}

const postRestore = (body: object) => sendJson('POST', '/api/account/restore', body)

async function requestRestore(): Promise<ApiResponse> {
  const [usernameOrEmail, typed] = [getInput('usernameOrEmail').value, getInput('secret').value]
  const response = await postRestore({ usernameOrEmail, zipcode: typed })
  if (response.code !== 'wrong-secret' || !looksLikeRecoveryCode(typed)) return response
  return postRestore({ usernameOrEmail, recoveryCode: typed })
}

function startPasskey(form: HTMLFormElement, translate: TranslateMessage<RestoreMessageKey>) {
  const button = requireElement<HTMLButtonElement>('[data-passkey]', form)
  if (!('PublicKeyCredential' in window)) return
  button.hidden = false
  button.addEventListener('click', () => {
    if (isFormBusy(form)) return
    void send(form, translate, async () => {
      const { sendWithPasskey } = await import('./log-in-by-passkey.ts')
      return sendWithPasskey((passkey) => postRestore({ passkey }))
    })
  })
}

async function send(
  form: HTMLFormElement,
  translate: TranslateMessage<RestoreMessageKey>,
  work: () => Promise<ApiResponse | null>,
) {
  clearSlot('error')
  setFormBusy(form, translate('checking'))
  const response = await work().catch(() => null)
  if (response?.status === 200) {
    const { username } = response.body as { username: string }
    return assignLocation(`/login?${new URLSearchParams({ username, restored: '1' })}`)
  }
  setFormBusy(form, null)
  showSlotError('error', getErrorText(response, translate))
}

function getErrorText(response: ApiResponse | null, translate: TranslateMessage<RestoreMessageKey>): string {
  if (!response || response.code === 'invalid-passkey') return translate('passkeyNotUsed')
  if (response.status === 429) return translate('tryAgainIn', { count: response.minutes })
  if (response.code === 'link-expired') return translate('expired')
  const isWrong = [400, 401, 403].includes(response.status)
  return getOfflineText(response.status) ?? translate(isWrong ? 'wrong' : 'failed')
}
