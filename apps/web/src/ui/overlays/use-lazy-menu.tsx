import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { ChunkLoadSheet } from '#ui/states/lazy-component.tsx'
import { SLOW_LOAD_MS } from '#ui/states/use-lazy-component.ts'
import type { InitialMenuItem } from './menu-keys.ts'

type PendingMenu = { end: InitialMenuItem; at: HTMLElement; isSlow?: boolean; isAgain: boolean }

/**
 * Opens a menu once its code has loaded. If the user closes the menu or opens it again, an earlier load has no effect.
 */
function useLoadedOpen(load: () => Promise<void>) {
  const [openAt, setOpenAt] = useState<InitialMenuItem | null>(null)
  const [failed, setFailed] = useState<PendingMenu | null>(null)
  const turn = useRef(0)
  // The button stays mounted, with focus, until the code of the menu has loaded.
  const open = async (end: InitialMenuItem, at: HTMLElement) => {
    turn.current += 1
    const ownTurn = turn.current
    // Shows "still loading", but never instead of the error of an earlier attempt.
    const showSlow = () =>
      turn.current === ownTurn && setFailed((now) => now ?? { end, at, isSlow: true, isAgain: false })
    const slow = setTimeout(showSlow, SLOW_LOAD_MS)
    const isLoaded = await load().then(
      () => true,
      () => false,
    )
    clearTimeout(slow)
    if (turn.current !== ownTurn) return
    setFailed(isLoaded ? null : { end, at, isAgain: false })
    if (isLoaded) setOpenAt(end)
  }
  const close = () => {
    turn.current += 1
    setFailed(null)
  }
  const retry = ({ end, at }: PendingMenu) => {
    setFailed({ end, at, isAgain: true })
    void open(end, at)
  }
  return { openAt, failed, open, close, retry }
}

/**
 * Returns the state of a lazily loaded menu: the props of its button, and `loadSheet`, which shows an error or "still
 * loading". Once the menu is loaded, `openAt` specifies whether its first or last item gets the focus.
 */
export function useLazyMenu({ load }: { load: () => Promise<void> }) {
  const { openAt, failed, open, close, retry } = useLoadedOpen(load)
  const fetchAhead = () => void load().catch(() => {})
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    void open(event.key === 'ArrowUp' ? 'last' : 'first', event.currentTarget)
  }
  const trigger = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: (event: MouseEvent<HTMLElement>) => void open('first', event.currentTarget),
    onKeyDown,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
  } as const
  const loadSheet: ReactNode = failed && <ChunkLoadSheet {...failed} onRetry={() => retry(failed)} onClose={close} />
  return { openAt, trigger, loadSheet }
}
