import { nextAddress, startSession } from './start-session.ts'

/** As `startSession`, for whoever came by what is kept for a loss: first they set what they log in with from now on. */
export function startChoosing(user: Parameters<typeof startSession>[0]) {
  const { pathname, search, hash } = nextAddress(window.location.href)
  const choose = new URL('/settings/security', window.location.href)
  choose.search = new URLSearchParams({ choose: '1', next: pathname + search }).toString()
  choose.hash = hash
  startSession(user, choose)
}
