import type { DraftId } from '@pawtrait/contract/ids.ts'
import type { Draft } from '#features/posts/editor/composition.ts'

const OPEN = 'draft-open'
// @NOTE features/sign-in/sessions/unsent-draft.ts reads it, and signed-out.ts forgets it.
const UNSENT = 'drafts-unsent'

function unsentKeys(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(UNSENT) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

/** Notes that a draft, by its key, is on this device as the server does not have it; or that it is not any more. */
export function markUnsent(key: string, isUnsent = true) {
  const rest = unsentKeys().filter((other) => other !== key)
  const keys = isUnsent ? [...rest, key] : rest
  if (keys.length > 0) localStorage.setItem(UNSENT, JSON.stringify(keys))
  else localStorage.removeItem(UNSENT)
}

/** Whether a draft is on this device as the server does not have it. */
export const isUnsent = (key: string) => unsentKeys().includes(key)

/** The draft that is open in this tab, for when it is loaded again. */
export const rememberOpen = ({ idempotencyKey, kept }: Draft) =>
  sessionStorage.setItem(OPEN, JSON.stringify({ key: idempotencyKey, id: kept?.id ?? null }))

export const forgetOpen = () => sessionStorage.removeItem(OPEN)

export function lastOpen(): { key: string; id: DraftId | null } | null {
  const kept = sessionStorage.getItem(OPEN)
  // Nobody else writes it, and it goes with the tab.
  return kept ? (JSON.parse(kept) as { key: string; id: DraftId | null }) : null
}
