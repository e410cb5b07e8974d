import { getPageViewer } from '#lib/server/page-viewer.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'

const KEY = 'half-written'
// Maximum number of stored texts. If there are more, the oldest is deleted.
const MAX_TEXTS = 50

type TextsByName = Record<string, string>

let texts: TextsByName | null = null

/** Returns a storage key per user, so that an old tab of another user does not change the current user's texts. */
const createUserKey = () => (getPageViewer() ? `${KEY}:${getPageViewer()}` : KEY)

function readStoredTexts(): TextsByName {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(createUserKey()) ?? '{}')
    // Ignores stored values of other types, for example after the user has edited the storage.
    return stored && typeof stored === 'object' && !Array.isArray(stored) ? (stored as TextsByName) : {}
  } catch {
    return {}
  }
}

/** Returns the unsent text stored under a name, also after a reload. */
export const readUnsentText = (name: string): string => (texts ??= readStoredTexts())[name] ?? ''

/** Stores the text on this device at once; an empty text deletes the stored one. The newest 50 texts are kept. */
export function saveUnsentText(name: string, text: string) {
  // Reads from storage again, because another tab may have changed the texts.
  const { [name]: _, ...rest } = readStoredTexts()
  texts = Object.fromEntries(Object.entries(text ? { ...rest, [name]: text } : rest).slice(-MAX_TEXTS))
  if (hasStoppedStoringUserData()) return
  try {
    localStorage.setItem(createUserKey(), JSON.stringify(texts))
  } catch {
    // If storage is full or disabled, the text is kept in memory until the page closes.
  }
}

/**
 * Deletes the unsent texts of this page's user. At log-in this is the visitor, so that the next user on this device
 * does not see the visitor's texts.
 */
export function deleteUnsentText() {
  texts = null
  localStorage.removeItem(createUserKey())
}

/** Deletes all unsent texts of all users. */
export function deleteAllUnsentText() {
  texts = null
  for (const key of Object.keys(localStorage)) if (key.startsWith(KEY)) localStorage.removeItem(key)
}
