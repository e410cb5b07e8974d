import { compose, emptyDraft } from './composition.ts'

/** The one draft of this browser tab. Lives as long as the app does, also while one looks at other pages. */
export const theDraft = compose(emptyDraft)

export const { read: readDraft, change: changeDraft, changePhoto, follow: followDraft } = theDraft

/** Starts anew. */
export const clearDraft = () => theDraft.replace(emptyDraft())
