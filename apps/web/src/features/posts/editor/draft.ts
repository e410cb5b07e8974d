import { createComposition, emptyDraft } from './composition.ts'

/** Draft of a new post, one per browser tab. It stays in memory while the user visits other pages. */
export const newPostDraft = createComposition(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, subscribe: subscribeToDraft } = newPostDraft

export const clearDraft = () => newPostDraft.replace(emptyDraft())
