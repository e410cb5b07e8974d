import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Composition, Draft } from './composition.ts'
import { theDraft } from './draft.ts'

/** The composition that the fields and photos under it belong to; by default the tab's draft. */
export const InComposition = createContext<Composition>(theDraft)

export const useComposition = (): Composition => useContext(InComposition)

/** What a composition holds, followed: any change draws again. */
export const useComposed = ({ follow, read }: Composition): Draft => useSyncExternalStore(follow, read, read)
