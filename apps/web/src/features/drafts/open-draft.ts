import { getDraft } from '@pawtrait/contract/drafts.ts'
import type { DraftId, UserId } from '@pawtrait/contract/ids.ts'
import { readDraft } from '#features/posts/editor/draft.ts'
import { type Draft, hasContent } from '#features/posts/editor/draft-store.ts'
import { call } from '#lib/server/call.ts'
import { fromDeviceDraft, readDeviceDrafts } from './device-drafts.ts'
import { fromServerDraft } from './draft-cache.ts'
import { readOpenDraft } from './draft-marks.ts'
import { switchDraft } from './sync-draft.ts'

/** Reference to a draft: its id on the server, its key on this device, or both. */
export type DraftRef = { id: DraftId | null; key: string | null }

/** Returns the copy on this device if there is one, because it has unsent changes; otherwise the server's draft. */
async function loadDraft(user: UserId, { id, key }: DraftRef): Promise<Draft | null> {
  const here = (await readDeviceDrafts(user)).find((draft) => draft.key === key || (id && draft.kept?.id === id))
  if (here) return fromDeviceDraft(here)
  return id ? fromServerDraft(await call(getDraft, { params: { id } })) : null
}

/**
 * Opens a draft in this tab, and saves the one that was open. Resolves to false if the requested one does not exist.
 * @throws CallError
 */
export async function openDraft(user: UserId, which: DraftRef): Promise<boolean> {
  const open = readDraft()
  if (which.id ? open.kept?.id === which.id : open.idempotencyKey === which.key) return true
  const draft = await loadDraft(user, which)
  if (draft) await switchDraft(draft)
  return draft !== null
}

/** Reopens the draft of this tab after a reload, if there was one. */
export async function reopenDraft(user: UserId): Promise<void> {
  const last = readOpenDraft()
  if (!last || hasContent(readDraft())) return
  const draft = await loadDraft(user, last).catch(() => null)
  if (draft && !hasContent(readDraft())) await switchDraft(draft)
}
