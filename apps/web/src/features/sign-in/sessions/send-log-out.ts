import { clearSlot, cloneTemplate, requireElement } from '#features/sign-in/scripts/dom-templates.ts'
import { sendJson } from '#features/sign-in/scripts/send-json.ts'
import { setPageViewer } from '#lib/server/page-viewer.ts'
import { signOutAllTabs } from './local-sign-out.ts'
import { consumeOtherAccountFlag, setOtherAccountFlag } from './other-account-flag.ts'
import { findUnsentData } from './unsent-data.ts'

/**
 * Wires Log Out and its confirmations (`StaticLogOutDialogs`) on a page without React. The request contains the user
 * of the rendered page, so it never ends the session of another user.
 */
export function attachLogOutButton(button: HTMLElement) {
  setPageViewer(button.dataset.logOut ?? null)
  button.addEventListener('click', () => void confirmLogOut())
  if (consumeOtherAccountFlag()) showNote('other-account')
  for (const dialog of document.querySelectorAll<HTMLDialogElement>('[data-unsent] dialog')) wireDialog(dialog)
}

async function confirmLogOut() {
  const unsentData = await findUnsentData()
  if (!unsentData) return logOut()
  // `onLine` is false without a network, but the server may run on this machine. A request checks whether it answers.
  if (!navigator.onLine && (await sendJson('GET', '/api/session')).status === 0) return showNote('log-out-offline')
  const dialog = requireElement<HTMLDialogElement>(`[data-unsent="${unsentData}"] dialog`)
  dialog.showModal()
  requireElement('[data-autofocus]', dialog).focus()
}

function wireDialog(dialog: HTMLDialogElement) {
  dialog.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest('button')
    if (!pressed) return
    dialog.close()
    if (pressed.dataset.yes !== undefined) void logOut()
  })
}

const showNote = (note: string) => requireElement('[data-slot="log-out"]').replaceChildren(cloneTemplate(note))

async function logOut() {
  clearSlot('log-out')
  const { status, code } = await sendJson('DELETE', '/api/session')
  if (code === 'viewer-changed') {
    setOtherAccountFlag()
    return window.location.reload()
  }
  if (status > 0 && status < 400) return signOutAllTabs()
  showNote('log-out-failed')
}
