import { drawFor } from '#lib/drawn-for.ts'
import { askServer } from './ask-server.ts'
import { leaveEverywhere } from './signed-out.ts'

/** Makes Log Out work on a page without React. It names whom the page was drawn for, and logs nobody else out. */
export function startLogOut(button: HTMLElement) {
  drawFor(button.dataset.logOut ?? null)
  button.addEventListener('click', () => void logOut())
}

async function logOut() {
  const { status, code } = await askServer('DELETE', '/api/session')
  if (code === 'viewer-changed') return window.location.reload()
  if (status > 0 && status < 400) await leaveEverywhere()
}
