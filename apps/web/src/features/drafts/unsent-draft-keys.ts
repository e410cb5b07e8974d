import type { DraftId } from '@pawtrait/contract/ids.ts'
import type { Draft } from '#features/posts/editor/draft-store.ts'

const OPEN = 'draft-open'
// @NOTE features/sign-in/sessions/unsent-data.ts and local-sign-out.ts repeat this localStorage key. Change all three
// together.
const UNSENT = 'drafts-unsent'

function unsentKeys(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(UNSENT) ?? '[]')
    return Array.isArray(stored) ? stored.map(String) : []
  } catch {
    return []
  }
}

/** Marks or unmarks a draft as having changes that are not on the server. `key`: the draft's idempotency key. */
export function setDraftUnsent(key: string, isDraftUnsent = true) {
  const otherKeys = unsentKeys().filter((other) => other !== key)
  const keys = isDraftUnsent ? [...otherKeys, key] : otherKeys
  if (keys.length > 0) localStorage.setItem(UNSENT, JSON.stringify(keys))
  else localStorage.removeItem(UNSENT)
}

/** Returns whether a draft on this device is marked as having changes that are not on the server. */
export const isDraftUnsent = (key: string) => unsentKeys().includes(key)

/** Stores key and id of the draft that is open in this tab, to reopen the draft after a reload. */
export const saveOpenDraftRef = ({ idempotencyKey, kept }: Draft) =>
  sessionStorage.setItem(OPEN, JSON.stringify({ key: idempotencyKey, id: kept?.id ?? null }))

export const clearOpenDraftRef = () => sessionStorage.removeItem(OPEN)

export function readOpenDraftRef(): { key: string; id: DraftId | null } | null {
  const stored = sessionStorage.getItem(OPEN)
  // The cast is safe: only `saveOpenDraftRef` writes this value.
  return stored ? (JSON.parse(stored) as { key: string; id: DraftId | null }) : null
}
