import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Draft, DraftStore } from './draft-store.ts'
import { newPostDraft } from './new-post-draft.ts'

/** Provides the draft store that the form fields edit. The default is the new post of this tab. */
export const DraftStoreContext = createContext<DraftStore>(newPostDraft)

export const useDraftStore = (): DraftStore => useContext(DraftStoreContext)

/** Returns the draft in a store. Re-renders on every change. */
export const useStoredDraft = ({ subscribe, read }: DraftStore): Draft => useSyncExternalStore(subscribe, read, read)
