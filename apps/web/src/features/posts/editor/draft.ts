import { createComposition, emptyDraft } from './composition.ts'

/** The single new-post draft of this browser tab. It stays in memory across page changes. */
export const newPostDraft = createComposition(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, subscribe: subscribeToDraft } = newPostDraft

export const clearDraft = () => newPostDraft.replace(emptyDraft())
