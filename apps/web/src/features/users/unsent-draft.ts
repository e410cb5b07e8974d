import { holdsInMemory } from '#lib/held-in-memory.ts'

// @NOTE the names of features/drafts/draft-marks.ts and device-drafts.ts.
const NOTED = 'drafts-unsent'
const DATABASE = 'pawtrait-drafts'
const STORE = 'drafts'

/** The keys of the drafts that are on this device; rejects where the browser does not tell. */
function keysOnDevice(): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE)
    let isNew = false
    opening.addEventListener('upgradeneeded', () => {
      isNew = true
      opening.transaction?.abort()
    })
    opening.addEventListener('error', () => (isNew ? resolve([]) : reject(new Error('No answer.'))))
    opening.addEventListener('success', () => {
      const database = opening.result
      const asking = database.transaction(STORE).objectStore(STORE).getAllKeys()
      asking.addEventListener('success', () => resolve(asking.result.map(String)))
      asking.addEventListener('error', () => reject(new Error('No answer.')))
      database.close() // once it has answered
    })
  })
}

/**
 * Whether a draft on this device has not reached the server: logging out would lose it. A note about one that is not
 * there, of a page that died before it was kept, is forgotten.
 */
export async function hasUnsentDraft(): Promise<boolean> {
  const noted = localStorage.getItem(NOTED)
  if (holdsInMemory()) return true
  if (noted === null) return false
  const keys = await keysOnDevice().catch(() => null)
  if (keys === null || keys.some((key) => noted.includes(JSON.stringify(key)))) return true
  localStorage.removeItem(NOTED)
  return false
}
