import { getDraft } from '@pawtrait/contract/drafts.ts'
import type { DraftId, UserId } from '@pawtrait/contract/ids.ts'
import { type Draft, hasContent } from '#features/posts/editor/draft-store.ts'
import { readDraft } from '#features/posts/editor/new-post-draft.ts'
import { call } from '#lib/server/call.ts'
import { fromDeviceDraft, readDeviceDrafts } from './device-drafts.ts'
import { fromServerDraft } from './draft-cache.ts'
import { switchDraft } from './sync-draft.ts'
import { readOpenDraftRef, setDraftUnsent } from './unsent-draft-keys.ts'

/** Reference to a draft: its id on the server, its key on this device, or both. */
export type DraftRef = { id: DraftId | null; key: string | null }

/** Returns the copy on this device, which has unsent changes. Without a copy, returns the server's draft. */
async function loadDraft(user: UserId, { id, key }: DraftRef): Promise<Draft | null> {
  const localDraft = (await readDeviceDrafts(user)).find((draft) => draft.key === key || (id && draft.kept?.id === id))
  if (localDraft) {
    setDraftUnsent(localDraft.key) // the "unsent" mark may be missing after a browser crash
    return await fromDeviceDraft(localDraft)
  }
  return id ? fromServerDraft(await call(getDraft, { params: { id } })) : null
}

/**
 * Opens a draft in this tab, and saves the draft that was open. Resolves to false if the requested draft has
 * no id on the server and is missing on this device.
 * @throws CallError, for example if the server has no draft with the id
 */
export async function openDraft(user: UserId, draftRef: DraftRef): Promise<boolean> {
  const open = readDraft()
  if (draftRef.id ? open.kept?.id === draftRef.id : open.idempotencyKey === draftRef.key) return true
  const draft = await loadDraft(user, draftRef)
  if (draft) await switchDraft(draft)
  return draft !== null
}

/** Reopens the draft that was open in this tab before a reload, if any. */
export async function reopenDraft(user: UserId): Promise<void> {
  const last = readOpenDraftRef()
  if (last) await openDraftUnlessEditing(user, last).catch(() => false)
}

/**
 * Opens a draft if the tab's draft is empty before and after the loading. Returns whether the draft is open.
 * @throws CallError
 */
export async function openDraftUnlessEditing(user: UserId, draftRef: DraftRef): Promise<boolean> {
  if (hasContent(readDraft())) return false
  const draft = await loadDraft(user, draftRef)
  if (!draft || hasContent(readDraft())) return false
  await switchDraft(draft)
  return true
}
