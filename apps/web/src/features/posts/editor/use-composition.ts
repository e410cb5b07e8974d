import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Composition, Draft } from './composition.ts'
import { newPostDraft } from './draft.ts'

/** Composition that the fields and photos inside the provider edit; by default the tab's draft. */
export const CompositionContext = createContext<Composition>(newPostDraft)

export const useComposition = (): Composition => useContext(CompositionContext)

/** Returns the draft of a composition. Re-renders on every change. */
export const useCompositionDraft = ({ subscribe, read }: Composition): Draft =>
  useSyncExternalStore(subscribe, read, read)
