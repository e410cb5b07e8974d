import { forgetTyped } from '#features/sign-in/scripts/keep-typed.ts'
import { forgetUnsentText } from '#lib/forms/unsent-text.ts'
import { goTo } from '#lib/go-to.ts'
import { storedUser } from './stored-user.ts'

type PublicFields = { id: string; username: string; fullname: string; image: string | null; following?: string[] }

/**
 * Keeps the user as the specification says (local storage, key `user`) and goes where the log-in was meant to lead:
 * `next` if it is a path of this origin, else the feed. Identity is the cookie; this is a display cache.
 */
export function startSession(user: Required<PublicFields>, to = nextAddress(window.location.href)) {
  storeUser(user)
  forgetTyped()
  goTo(to)
}

/** As `startSession`, for whoever came by what is kept for a loss: first they set what they log in with from now on. */
export function startChoosing(user: Parameters<typeof startSession>[0]) {
  const { pathname, search, hash } = nextAddress(window.location.href)
  const choose = new URL('/settings/security', window.location.href)
  choose.search = new URLSearchParams({ choose: '1', next: pathname + search }).toString()
  choose.hash = hash
  startSession(user, choose)
}

/**
 * Keeps the five public fields of the user, and nothing else of them, whatever the object holds. What somebody else
 * left half-written here, whose session ended by itself, stays theirs. Whom the user follows only a log-in tells:
 * else it stays as it is kept.
 */
export function storeUser({ id, username, fullname, image, following }: PublicFields) {
  try {
    const stored = storedUser()
    const kept = stored?.id === id ? stored : null
    if (!kept) forgetUnsentText()
    const all = { id, username, fullname, image, following: following ?? kept?.following ?? [] }
    localStorage.setItem('user', JSON.stringify(all))
  } catch {
    // Storage may be full or switched off; nothing depends on it.
  }
}

/**
 * Where to go after a log-in on this address: its `next` when that is a path of the same origin, else the feed. What
 * stands behind # here goes along: the secret of a link, which no server is told. A URL and no path: written out as a
 * path, `/..//name` is `//name`, which a browser reads as another site.
 */
export function nextAddress(address: string): URL {
  const here = new URL(address)
  const feed = new URL('/dashboard', here)
  const next = here.searchParams.get('next')
  if (!next?.startsWith('/')) return feed
  if (!URL.canParse(next, here.origin)) return feed
  const there = new URL(next, here.origin)
  if (there.origin !== here.origin || there.pathname.startsWith('//')) return feed
  there.hash ||= here.hash
  return there
}
