import { pageViewer } from '#lib/server/page-viewer.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'

const KEY = 'half-written'
// Whoever begins more than this has left the first ones for good.
const MOST = 50

type Written = Record<string, string>

let written: Written | null = null

/** Each user has their own: a tab that stays open after somebody else has logged in writes nothing of theirs. */
const keyOfUser = () => (pageViewer() ? `${KEY}:${pageViewer()}` : KEY)

function read(): Written {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOfUser()) ?? '{}')
    // Nobody else writes it; a hand that did loses it.
    return kept && typeof kept === 'object' && !Array.isArray(kept) ? (kept as Written) : {}
  } catch {
    return {}
  }
}

/** What was typed under a name and not sent, also before the page was loaded again. */
export const unsentText = (name: string): string => (written ??= read())[name] ?? ''

/** Keeps it on this device, at once; empty: forgets it. The newest fifty are kept. */
export function keepUnsentText(name: string, text: string) {
  // As it stands now: another tab may have written meanwhile.
  const { [name]: _, ...rest } = read()
  written = Object.fromEntries(Object.entries(text ? { ...rest, [name]: text } : rest).slice(-MOST))
  if (hasStoppedStoring()) return
  try {
    localStorage.setItem(keyOfUser(), JSON.stringify(written))
  } catch {
    // Storage may be full or switched off: then it lives as long as the page.
  }
}

/** Forgets what is half-written and nobody's: it is not for who logs in here next. */
export function forgetUnsentText() {
  written = null
  localStorage.removeItem(keyOfUser())
}

/** Forgets everything half-written, of everybody. */
export function forgetAllUnsentText() {
  written = null
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key)
}
