import { createComposition, emptyDraft } from './composition.ts'

/** Draft of a new post, one per browser tab. It remains in memory when the page changes. */
export const newPostDraft = createComposition(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, subscribe: subscribeToDraft } = newPostDraft

export const clearDraft = () => newPostDraft.replace(emptyDraft())
