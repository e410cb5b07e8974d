import { drawnFor } from '#lib/drawn-for.ts'
import { holdsInMemory } from '#lib/held-in-memory.ts'

// @NOTE the names of features/drafts/draft-marks.ts and device-drafts.ts.
const NOTED = 'drafts-unsent'
const DATABASE = 'pawtrait-drafts'
const STORE = 'drafts'

type Kept = { key: string; user: string }

/** The drafts that are on this device, of everybody; rejects where the browser does not tell. */
function keptOnDevice(): Promise<Kept[]> {
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
      const asking = database.transaction(STORE).objectStore(STORE).getAll()
      // features/drafts writes nothing else there.
      asking.addEventListener('success', () => resolve(asking.result as Kept[]))
      asking.addEventListener('error', () => reject(new Error('No answer.')))
      database.close() // once it has answered
    })
  })
}

/**
 * Whether a draft of the viewer's on this device has not reached the server: logging out would lose it. A note about
 * one that is not there, of a page that died before it was kept, is forgotten.
 */
export async function hasUnsentDraft(): Promise<boolean> {
  const noted = localStorage.getItem(NOTED)
  if (holdsInMemory()) return true
  if (noted === null) return false
  const kept = await keptOnDevice().catch(() => null)
  if (kept === null) return true
  const unsent = kept.filter(({ key }) => noted.includes(JSON.stringify(key)))
  const viewer = drawnFor()
  if (unsent.some(({ user }) => viewer === undefined || user === viewer)) return true
  if (unsent.length === 0) localStorage.removeItem(NOTED)
  return false
}
