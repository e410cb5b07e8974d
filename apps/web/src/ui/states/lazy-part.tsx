import { type ComponentType, type ReactNode, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { LoadFailed } from './LoadFailed.tsx'
import { usePart } from './use-part.ts'

/**
 * Lazy loading: a component whose code comes when it is first drawn. `load` fetches it before: then it is drawn at
 * once.
 */
export type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<void>; isLoaded: () => boolean }

type Fetch<Props> = () => Promise<ComponentType<Props>>

function codeOf<Props extends object>(fetchIt: Fetch<Props>) {
  const code = {
    Loaded: undefined as ComponentType<Props> | undefined,
    load: async () => {
      code.Loaded ??= await loadChunk(fetchIt)
    },
  }
  return code
}

/**
 * Makes a part of a page out of a component that the first look does not need. While its code is on its way `waiting`
 * stands in its place; when it cannot be had, that is said there, with a way to try again. Nobody is told of a
 * decoration.
 */
export function lazyPart<Props extends object>(
  fetchIt: Fetch<Props>,
  waiting: ReactNode = null,
  { isDecoration = false } = {},
): LazyPart<Props> {
  const code = codeOf(fetchIt)
  function PartOfPage(props: Props) {
    const { hasFailed, isAgain, retry } = usePart({ load: code.load, isLoaded: code.Loaded !== undefined })
    const t = useTranslate()
    if (code.Loaded) return <code.Loaded {...props} />
    if (!hasFailed || isDecoration) return waiting
    return (
      <LoadFailed title={t(phrases.ui.partFailed)} query={{ isFetching: isAgain, refetch: async () => retry() }}>
        {t(phrases.ui.partFailedLead)}
      </LoadFailed>
    )
  }
  return Object.assign(PartOfPage, { load: code.load, isLoaded: () => code.Loaded !== undefined })
}

/** What stands in the place of a menu or dialog that could not be fetched; itself it is fetched before. */
export const NotOpened = lazyPart(async () => (await import('./NotOpened.tsx')).NotOpened)

/** The same for a dialog: its code is fetched when it first opens, and it stays to give the focus back. */
export function lazyDialog<Props extends { open: boolean; onClose: (nothing?: undefined) => void }>(
  fetchIt: Fetch<Props>,
): ComponentType<Props> {
  const code = codeOf(fetchIt)
  return function DialogPart(props: Props) {
    const { open, onClose } = props
    const [wanted, setWanted] = useState(open)
    if (open && !wanted) setWanted(true)
    const part = usePart({ load: code.load, isLoaded: code.Loaded !== undefined, isWanted: open })
    if (code.Loaded) return wanted ? <code.Loaded {...props} /> : null
    const { isSlow, hasFailed, isAgain, retry } = part
    const isMissing = open && (isSlow || hasFailed)
    return isMissing ? <NotOpened isSlow={isSlow} isAgain={isAgain} onRetry={retry} onClose={onClose} /> : null
  }
}
