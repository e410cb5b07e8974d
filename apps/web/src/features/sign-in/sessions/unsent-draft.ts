import { hasMemoryOnlyData } from '#lib/memory-only-data.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'

// @NOTE keep in sync with features/drafts/draft-marks.ts and device-drafts.ts.
const NOTED = 'drafts-unsent'
const DATABASE = 'pawtrait-drafts'
const STORE = 'drafts'

type Kept = { key: string; user: string }

/** Returns the drafts of all accounts on this device. Rejects when IndexedDB fails. */
function keptOnDevice(): Promise<Kept[]> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE)
    let isNew = false
    opening.addEventListener('upgradeneeded', () => {
      isNew = true
      opening.transaction?.abort()
    })
    opening.addEventListener('error', () => (isNew ? resolve([]) : reject(new Error('IndexedDB failed.'))))
    opening.addEventListener('success', () => {
      const database = opening.result
      const asking = database.transaction(STORE).objectStore(STORE).getAll()
      // The cast is safe: features/drafts stores nothing else in this store.
      asking.addEventListener('success', () => resolve(asking.result as Kept[]))
      asking.addEventListener('error', () => reject(new Error('IndexedDB failed.')))
      database.close() // closes after pending transactions
    })
  })
}

/** Owner of a draft: the viewer, or another account logged in on this device before. */
export type DraftOwner = 'own' | 'other'

/**
 * Returns the owner of a draft that a log-out would delete, because it exists only on this device; null if none. The
 * viewer's own draft takes precedence. Removes the mark of a draft that was never saved, because its page crashed.
 * Ignores unsent comments: a log-out deletes them without confirmation, because only drafts are meant to be kept.
 */
export async function findUnsentDraft(): Promise<DraftOwner | null> {
  const noted = localStorage.getItem(NOTED)
  if (hasMemoryOnlyData()) return 'own'
  if (noted === null) return null
  const drafts = await keptOnDevice().catch(() => null)
  if (drafts === null) return 'own'
  const unsent = drafts.filter(({ key }) => noted.includes(JSON.stringify(key)))
  if (unsent.some(({ user }) => user === getPageViewer())) return 'own'
  if (unsent.length > 0) return 'other'
  localStorage.removeItem(NOTED)
  return null
}
