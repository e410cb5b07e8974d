import { holdsInMemory } from '#lib/held-in-memory.ts'
import { pageViewer } from '#lib/server/page-viewer.ts'

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

/** Whose draft it is: the viewer's, or that of another account that was logged in on this device before. */
export type Unsent = 'own' | 'other'

/**
 * Whose draft on this device has not reached the server; null: nobody's. Logging out would lose it, as it takes
 * everybody's along; of both, the viewer's own is told. A note about one that is not there, of a page that died before
 * it was kept, is forgotten. Half-written comments go as well and are not asked about, whoever typed them: a draft is
 * what one means to keep.
 */
export async function unsentDraft(): Promise<Unsent | null> {
  const noted = localStorage.getItem(NOTED)
  if (holdsInMemory()) return 'own'
  if (noted === null) return null
  const kept = await keptOnDevice().catch(() => null)
  if (kept === null) return 'own'
  const unsent = kept.filter(({ key }) => noted.includes(JSON.stringify(key)))
  if (unsent.some(({ user }) => user === pageViewer())) return 'own'
  if (unsent.length > 0) return 'other'
  localStorage.removeItem(NOTED)
  return null
}
