import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Composition, Draft } from './composition.ts'
import { newPostDraft } from './draft.ts'

/** Composition of the fields and photos below; by default the tab's draft. */
export const CompositionContext = createContext<Composition>(newPostDraft)

export const useComposition = (): Composition => useContext(CompositionContext)

/** Subscribes to a composition: every change re-renders. */
export const useCompositionDraft = ({ follow, read }: Composition): Draft => useSyncExternalStore(follow, read, read)
