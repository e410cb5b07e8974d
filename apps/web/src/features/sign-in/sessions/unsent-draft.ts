import { hasMemoryOnlyData } from '#lib/memory-only-data.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'

// @NOTE keep in step with features/drafts/draft-marks.ts and device-drafts.ts.
const NOTED = 'drafts-unsent'
const DATABASE = 'pawtrait-drafts'
const STORE = 'drafts'

type Kept = { key: string; user: string }

/** Returns all drafts on this device, of every account. Rejects when the browser refuses. */
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
      // features/drafts stores nothing else there.
      asking.addEventListener('success', () => resolve(asking.result as Kept[]))
      asking.addEventListener('error', () => reject(new Error('IndexedDB failed.')))
      database.close() // runs after pending transactions
    })
  })
}

/** Owner of a draft: the viewer, or another account logged in on this device before. */
export type Unsent = 'own' | 'other'

/**
 * Returns the owner of a draft on this device that the server lacks; null: none. A log-out would lose it, because it
 * deletes all local drafts. The viewer's own takes precedence. A mark without a draft, left by a page that crashed
 * before saving, is removed. Unsent comments are deleted without asking: only drafts are meant to be kept.
 */
export async function unsentDraft(): Promise<Unsent | null> {
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
