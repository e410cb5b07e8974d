import { deleteTypedText } from '#features/sign-in/scripts/typed-text.ts'
import { assignLocation } from '#lib/assign-location.ts'
import { deleteUnsentText } from '#lib/forms/unsent-text.ts'
import { readStoredUser } from './stored-user.ts'

type PublicFields = { id: string; username: string; fullname: string; image: string | null; following?: string[] }

/**
 * Stores the user in localStorage under `user`, as the specification requires, and opens the next page. The stored user
 * is only for display. The session cookie authenticates.
 */
export function completeLogIn(user: Required<PublicFields>, to = getLogInTarget(window.location.href)) {
  storeUser(user)
  deleteTypedText()
  assignLocation(to)
}

/** Completes a log-in by a recovery method. It first opens the page where the user sets a new sign-in method. */
export function completeRecoveryLogIn(user: Parameters<typeof completeLogIn>[0]) {
  const { pathname, search, hash } = getLogInTarget(window.location.href)
  const choose = new URL('/settings/security', window.location.href)
  choose.search = new URLSearchParams({ choose: '1', next: pathname + search }).toString()
  choose.hash = hash
  completeLogIn(user, choose)
}

/**
 * Stores only the five public fields of the user. Deletes the visitor's unsent text, unless the same user was stored
 * before. The unsent text of other users remains. If the response has no `following`, keeps the stored `following`.
 */
export function storeUser({ id, username, fullname, image, following }: PublicFields) {
  try {
    const stored = readStoredUser()
    const previous = stored?.id === id ? stored : null
    if (!previous) deleteUnsentText()
    const all = { id, username, fullname, image, following: following ?? previous?.following ?? [] }
    localStorage.setItem('user', JSON.stringify(all))
  } catch {
    // Storage may be full or disabled. Nothing depends on the stored user.
  }
}

/**
 * Returns the URL to open after a log-in: `next` if it is a path of the same origin, else the feed. Keeps the fragment
 * of the log-in page, which may be the secret of a link. Returns a whole URL, because a browser would read a path such
 * as `//name` as another site.
 */
export function getLogInTarget(address: string): URL {
  const pageUrl = new URL(address)
  const feed = new URL('/dashboard', pageUrl)
  const next = pageUrl.searchParams.get('next')
  if (!next?.startsWith('/')) return feed
  if (!URL.canParse(next, pageUrl.origin)) return feed
  const nextUrl = new URL(next, pageUrl.origin)
  if (nextUrl.origin !== pageUrl.origin || nextUrl.pathname.startsWith('//')) return feed
  nextUrl.hash ||= pageUrl.hash
  return nextUrl
}
