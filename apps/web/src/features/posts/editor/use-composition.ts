import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Composition, Draft } from './composition.ts'
import { newPostDraft } from './draft.ts'

/** Provides the draft store that the form fields edit. The default is the new post of this tab. */
export const CompositionContext = createContext<Composition>(newPostDraft)

export const useComposition = (): Composition => useContext(CompositionContext)

/** Returns the draft of a composition. Re-renders on every change. */
export const useCompositionDraft = ({ subscribe, read }: Composition): Draft =>
  useSyncExternalStore(subscribe, read, read)
