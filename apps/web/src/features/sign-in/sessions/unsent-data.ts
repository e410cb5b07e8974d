import { hasMemoryOnlyData } from '#lib/memory-only-data.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'
import { readObjectStore } from './read-object-store.ts'

// @NOTE keep this key in sync with features/drafts/unsent-draft-keys.ts and device-drafts.ts.
const UNSENT_DRAFTS_KEY = 'drafts-unsent'

type StoredDraft = { user: string }
type QueuedAction = { user: string; kind: string }

/**
 * Data that a log-out would delete. `own` is a draft of the viewer. `other` is a draft of another account that was
 * logged in on this device before. `actions` are actions of the viewer that wait in the outbox.
 */
export type UnsentDataKind = 'own' | 'other' | 'actions'

/**
 * Returns the kind of data that a log-out would lose, because it exists only on this device; null if there is none.
 * The viewer's own draft takes precedence. If no draft is stored, removes the localStorage mark for unsent drafts,
 * which a crashed page may have left. Ignores unsent comments: a log-out deletes them without confirmation, because
 * only drafts are meant to be kept.
 */
export async function findUnsentData(): Promise<UnsentDataKind | null> {
  return (await findUnsentDraft()) ?? ((await hasQueuedActions()) ? 'actions' : null)
}

/**
 * Returns whether an action of the viewer waits in the outbox. Story views do not count, because the app sends them
 * silently.
 */
async function hasQueuedActions(): Promise<boolean> {
  const actions = await readObjectStore<QueuedAction>('pawtrait-outbox', 'items').catch(() => [])
  return actions.some(({ user, kind }) => user === getPageViewer() && kind !== 'view')
}

async function findUnsentDraft(): Promise<'own' | 'other' | null> {
  if (hasMemoryOnlyData()) return 'own'
  // Reads the database first, because the mark may be lost if the browser was killed. Reads the mark if IndexedDB
  // fails.
  const drafts = await readObjectStore<StoredDraft>('pawtrait-drafts', 'drafts').catch(() => null)
  if (drafts === null) return localStorage.getItem(UNSENT_DRAFTS_KEY) === null ? null : 'own'
  if (drafts.some(({ user }) => user === getPageViewer())) return 'own'
  if (drafts.length > 0) return 'other'
  localStorage.removeItem(UNSENT_DRAFTS_KEY)
  return null
}
