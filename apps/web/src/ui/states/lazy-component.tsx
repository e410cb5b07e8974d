import { type ComponentType, type ReactNode, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { useHasHydrated } from '#lib/time/use-now.ts'
import { LoadErrorMessage } from './LoadErrorMessage.tsx'
import { useLazyComponent } from './use-lazy-component.ts'

/** Component that loads its code on first render. Once `load` has resolved, it renders at once. */
export type LazyComponent<Props> = ComponentType<Props> & { load: () => Promise<void>; isLoaded: () => boolean }

type FetchComponent<Props> = () => Promise<ComponentType<Props>>

let isHydrating = false

/** Records that hydration has begun. The server's HTML does not contain components that load later. */
export const recordHydrationStart = () => void (isHydrating = true)

function createCode<Props extends object>(fetchComponent: FetchComponent<Props>) {
  const code = {
    Loaded: undefined as ComponentType<Props> | undefined,
    /** True if the server's HTML contains the component, because the code was loaded before hydration. */
    isInHtml: false,
    load: async () => {
      if (code.Loaded) return
      const Loaded = await loadChunk(fetchComponent)
      code.isInHtml = !isHydrating
      code.Loaded ??= Loaded
    },
  }
  return code
}

/**
 * Returns a component that loads its code lazily. `placeholder` is shown while the code loads. If the load fails, an
 * error with a retry button replaces the placeholder, except for decorations.
 */
export function lazyComponent<Props extends object>(
  fetchComponent: FetchComponent<Props>,
  placeholder: ReactNode = null,
  { isDecoration = false } = {},
): LazyComponent<Props> {
  const code = createCode(fetchComponent)
  function LazyPart(props: Props) {
    const { hasFailed, isRetrying, retry } = useLazyComponent({ load: code.load, isLoaded: code.Loaded !== undefined })
    const t = useTranslate()
    // Parts of a page hydrate one after the other, so an earlier part may already have loaded the code. The first
    // render must still be the placeholder, as in the server's HTML.
    const isHydrated = useHasHydrated()
    if (code.Loaded && (isHydrated || code.isInHtml)) return <code.Loaded {...props} />
    if (!hasFailed || isDecoration) return placeholder
    return (
      <LoadErrorMessage
        title={t(phrases.ui.chunkFailed)}
        query={{ isFetching: isRetrying, refetch: async () => retry() }}
      >
        {t(phrases.ui.chunkFailedText)}
      </LoadErrorMessage>
    )
  }
  return Object.assign(LazyPart, { load: code.load, isLoaded: () => code.Loaded !== undefined })
}

/** Sheet in place of a menu or dialog that loads slowly or failed to load. The app preloads the code of the sheet. */
export const ChunkLoadSheet = lazyComponent(async () => (await import('./ChunkLoadSheet.tsx')).ChunkLoadSheet)

/** Returns a dialog that loads its code on first open. The dialog stays mounted so that it can return focus. */
export function lazyDialog<Props extends { open: boolean; onClose: (nothing?: undefined) => void }>(
  fetchComponent: FetchComponent<Props>,
): ComponentType<Props> {
  const code = createCode(fetchComponent)
  return function DialogPart(props: Props) {
    const { open, onClose } = props
    const [wasOpened, setWasOpened] = useState(open)
    if (open && !wasOpened) setWasOpened(true)
    const loadState = useLazyComponent({ load: code.load, isLoaded: code.Loaded !== undefined, isWanted: open })
    if (code.Loaded) return wasOpened ? <code.Loaded {...props} /> : null
    const { isSlow, hasFailed, isRetrying, retry } = loadState
    const isMissing = open && (isSlow || hasFailed)
    return isMissing ? (
      <ChunkLoadSheet isSlow={isSlow} isRetrying={isRetrying} onRetry={retry} onClose={onClose} />
    ) : null
  }
}
