import { getPageViewer } from '#lib/server/page-viewer.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'

const KEY = 'half-written'
// Maximum number of stored texts. Saving another one deletes the oldest.
const MAX_TEXTS = 50

type TextsByName = Record<string, string>

let texts: TextsByName | null = null

/** Returns a storage key per user, so that an old tab of another user does not change the current user's texts. */
const keyOfUser = () => (getPageViewer() ? `${KEY}:${getPageViewer()}` : KEY)

function read(): TextsByName {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOfUser()) ?? '{}')
    // Stored values of other types are discarded, for example after an edit by hand.
    return stored && typeof stored === 'object' && !Array.isArray(stored) ? (stored as TextsByName) : {}
  } catch {
    return {}
  }
}

/** Returns the unsent text stored under a name, also after a reload. */
export const readUnsentText = (name: string): string => (texts ??= read())[name] ?? ''

/** Stores the text on this device at once; an empty text deletes it. The newest 50 are kept. */
export function saveUnsentText(name: string, text: string) {
  // Reads from storage again, because another tab may have changed the texts.
  const { [name]: _, ...rest } = read()
  texts = Object.fromEntries(Object.entries(text ? { ...rest, [name]: text } : rest).slice(-MAX_TEXTS))
  if (hasStoppedStoring()) return
  try {
    localStorage.setItem(keyOfUser(), JSON.stringify(texts))
  } catch {
    // If storage is full or disabled, the text is kept in memory until the page closes.
  }
}

/** Deletes the visitor's unsent texts, so that the next user to log in here does not see them. */
export function deleteUnsentText() {
  texts = null
  localStorage.removeItem(keyOfUser())
}

/** Deletes all unsent texts of all users. */
export function deleteAllUnsentText() {
  texts = null
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key)
}
