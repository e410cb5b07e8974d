import { compose, emptyDraft } from './composition.ts'

/** The single new-post draft of this browser tab. It lives as long as the app, across page changes. */
export const theDraft = compose(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, follow: followDraft } = theDraft

export const clearDraft = () => theDraft.replace(emptyDraft())
