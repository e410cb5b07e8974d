import { createDraftStore, emptyDraft } from './draft-store.ts'

/** Draft of a new post, one per browser tab. It stays in memory while the user visits other pages. */
export const newPostDraft = createDraftStore(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, subscribe: subscribeToDraft } = newPostDraft

export const clearDraft = () => newPostDraft.replace(emptyDraft())
