import { type ComponentType, type ReactNode, useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { loadChunk } from '#lib/load-chunk.ts'
import { LoadFailed } from './LoadFailed.tsx'

/**
 * Lazy loading: a component whose code comes when it is first drawn. `load` fetches it before: then it is drawn at
 * once.
 */
export type LazyPart<Props> = ComponentType<Props> & { load: () => Promise<void> }

type State = 'loading' | 'loaded' | 'failed'

/**
 * Makes a part of a page out of a component that the first look does not need. While its code is on its way `waiting`
 * stands in its place; when it cannot be had, that is said there, with a way to try again. Nobody is told of a
 * decoration.
 */
export function lazyPart<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props>>,
  waiting: ReactNode = null,
  { isDecoration = false } = {},
): LazyPart<Props> {
  let Loaded: ComponentType<Props> | undefined
  const load = async () => {
    Loaded ??= await loadChunk(fetchIt)
  }
  function PartOfPage(props: Props) {
    const [state, setState] = useState<State>(Loaded ? 'loaded' : 'loading')
    const opener = useRef<Element | null>(null)
    useEffect(() => {
      if (state !== 'loading') return
      opener.current ??= document.activeElement
      let shown = true
      const show = (how: State) => shown && setState(how)
      load().then(
        () => show('loaded'),
        () => show('failed'),
      )
      return () => {
        shown = false
      }
    }, [state])
    if (Loaded) return <Loaded {...props} />
    const retry = () => {
      // A dialog gives the focus back to what had it, and this button is about to go.
      if (opener.current instanceof HTMLElement) opener.current.focus()
      setState('loading')
    }
    return state === 'failed' && !isDecoration ? <NotLoaded onRetry={retry} /> : waiting
  }
  return Object.assign(PartOfPage, { load })
}

/** The same for a dialog: its code is fetched when it first opens, and it stays to give the focus back. */
export function lazyDialog<Props extends { open: boolean }>(
  fetchIt: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Dialog = lazyPart(fetchIt)
  return function DialogPart(props: Props) {
    const [wanted, setWanted] = useState(props.open)
    if (props.open && !wanted) setWanted(true)
    return wanted ? <Dialog {...props} /> : null
  }
}

function NotLoaded({ onRetry }: { onRetry: () => void }) {
  return (
    <LoadFailed
      title={useTranslate()(phrases.ui.partFailed)}
      query={{ isFetching: false, refetch: async () => onRetry() }}
    />
  )
}
