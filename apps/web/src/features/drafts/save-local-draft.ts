import type { UserId } from '@pawtrait/contract/ids.ts'
import { type Draft, hasContent } from '#features/posts/editor/draft-store.ts'
import { recordMemoryOnlyData } from '#lib/memory-only-data.ts'
import { hasStoppedStoringUserData } from '#lib/server/stop-storing-user-data.ts'
import { currentTimeMs } from '#lib/time/time.ts'
import { moveDraftFiles, putDeviceDraft, removeDeviceDraft, toDeviceDraft } from './device-drafts.ts'
import { setDraftUnsent } from './unsent-draft-keys.ts'

// Delay of a local save in milliseconds. A tab that crashes loses at most the changes of this time.
const SAVE_DELAY_MS = 200

let timer: ReturnType<typeof setTimeout> | undefined
/**
 * Calls `use`, unless log-out has stopped storage. Does not wait for earlier writes, because a page may unload first.
 * IndexedDB runs transactions in order, so an earlier write cannot undo a later write or deletion.
 */
const runUnlessStopped = async (use: () => Promise<unknown>) => (hasStoppedStoringUserData() ? undefined : use())

/** Stores the draft on this device after a short delay. Further changes do not restart the delay. */
export function scheduleLocalSave(read: () => Draft, user: UserId) {
  timer ??= setTimeout(() => void saveLocalDraft(read(), user), SAVE_DELAY_MS)
}

/**
 * Marks a draft as unsent, and then stores it on this device. If the page crashes in between, log-out removes the mark.
 * Resolves to false if the browser cannot store the draft.
 */
export async function saveLocalDraft(draft: Draft, user: UserId): Promise<boolean> {
  clearTimeout(timer)
  timer = undefined
  const key = draft.idempotencyKey
  if (hasStoppedStoringUserData() || !hasContent(draft)) return true
  setDraftUnsent(key)
  const stored = toDeviceDraft(draft, user, currentTimeMs())
  const isStored = await runUnlessStopped(() => putDeviceDraft(stored)).then(
    () => true,
    () => false,
  )
  // Ignores a failure, because the stored draft still contains the files.
  if (isStored) void runUnlessStopped(() => moveDraftFiles(stored)).catch(() => {})
  recordMemoryOnlyData(key, !isStored)
  return isStored
}

/** Deletes the local copy of a draft. Call it when the server has the draft, or the draft was deleted. */
export async function deleteLocalDraft(key: string): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  recordMemoryOnlyData(key, false)
  await runUnlessStopped(() => removeDeviceDraft(key)).catch(() => {})
  setDraftUnsent(key, false)
}
