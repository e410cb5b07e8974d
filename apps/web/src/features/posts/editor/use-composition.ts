import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Composition, Draft } from './composition.ts'
import { theDraft } from './draft.ts'

/** Composition of the fields and photos below; by default the tab's draft. */
export const InComposition = createContext<Composition>(theDraft)

export const useComposition = (): Composition => useContext(InComposition)

/** Subscribes to a composition: every change re-renders. */
export const useComposed = ({ follow, read }: Composition): Draft => useSyncExternalStore(follow, read, read)
