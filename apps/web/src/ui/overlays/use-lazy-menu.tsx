import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { ChunkLoadSheet } from '#ui/states/lazy-component.tsx'
import { SLOW_LOAD_MS } from '#ui/states/use-lazy-component.ts'
import type { InitialMenuItem } from './menu-keys.ts'

type PendingMenu = { initialItem: InitialMenuItem; menuButton: HTMLElement; isSlow?: boolean; isRetrying: boolean }

/**
 * Opens a menu once its code has loaded. A pending load has no effect after the user closes the menu or opens it again.
 */
function useLoadedOpen(load: () => Promise<void>) {
  const [openAt, setOpenAt] = useState<InitialMenuItem | null>(null)
  const [pendingMenu, setPendingMenu] = useState<PendingMenu | null>(null)
  const attempt = useRef(0)
  // The button stays mounted, with focus, until the code of the menu has loaded.
  const open = async (initialItem: InitialMenuItem, menuButton: HTMLElement) => {
    attempt.current += 1
    const thisAttempt = attempt.current
    // Shows "still loading", unless an earlier attempt already shows a message.
    const showSlow = () =>
      attempt.current === thisAttempt &&
      setPendingMenu((current) => current ?? { initialItem, menuButton, isSlow: true, isRetrying: false })
    const timer = setTimeout(showSlow, SLOW_LOAD_MS)
    const isLoaded = await load().then(
      () => true,
      () => false,
    )
    clearTimeout(timer)
    if (attempt.current !== thisAttempt) return
    setPendingMenu(isLoaded ? null : { initialItem, menuButton, isRetrying: false })
    if (isLoaded) setOpenAt(initialItem)
  }
  const close = () => {
    attempt.current += 1
    setPendingMenu(null)
  }
  const retry = ({ initialItem, menuButton }: PendingMenu) => {
    setPendingMenu({ initialItem, menuButton, isRetrying: true })
    void open(initialItem, menuButton)
  }
  return { openAt, pendingMenu, open, close, retry }
}

/**
 * Returns the props of the button of a lazily loaded menu, and `loadSheet`, which shows an error or "still loading".
 * `openAt` is null until the menu has loaded. Then it says whether the first or the last item gets the focus.
 */
export function useLazyMenu({ load }: { load: () => Promise<void> }) {
  const { openAt, pendingMenu, open, close, retry } = useLoadedOpen(load)
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
  const loadSheet: ReactNode = pendingMenu && (
    <ChunkLoadSheet {...pendingMenu} onRetry={() => retry(pendingMenu)} onClose={close} />
  )
  return { openAt, trigger, loadSheet }
}
