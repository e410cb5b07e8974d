import { type KeyboardEvent, type MouseEvent, type ReactNode, useRef, useState } from 'react'
import { NotOpened } from '#ui/states/lazy-part.tsx'
import { SLOW_MS } from '#ui/states/use-part.ts'
import type { MenuEnd } from './menu-keys.ts'

type Wanted = { end: MenuEnd; at: HTMLElement; isSlow?: boolean; isAgain: boolean }

/**
 * Where it is open, or why it is not yet; what is still on its way when somebody closes it, or presses again, opens
 * nothing.
 */
function useFetchedOpen(load: () => Promise<void>) {
  const [openAt, setOpenAt] = useState<MenuEnd | null>(null)
  const [failed, setFailed] = useState<Wanted | null>(null)
  const turn = useRef(0)
  // The button stays until the menu is there, and keeps the focus.
  const open = async (end: MenuEnd, at: HTMLElement) => {
    turn.current += 1
    const mine = turn.current
    // Where it failed before, that stands there.
    const tell = () => turn.current === mine && setFailed((now) => now ?? { end, at, isSlow: true, isAgain: false })
    const slow = setTimeout(tell, SLOW_MS)
    const isLoaded = await load().then(
      () => true,
      () => false,
    )
    clearTimeout(slow)
    if (turn.current !== mine) return
    setFailed(isLoaded ? null : { end, at, isAgain: false })
    if (isLoaded) setOpenAt(end)
  }
  const close = () => {
    turn.current += 1
    setFailed(null)
  }
  const retry = ({ end, at }: Wanted) => {
    setFailed({ end, at, isAgain: true })
    void open(end, at)
  }
  return { openAt, failed, open, close, retry }
}

/**
 * For a menu whose choices are fetched when it is about to be opened: at which end it is open, null while it is not,
 * what its button is given until then, and what stands in the menu's place when the choices cannot be had.
 */
export function useLazyMenu({ load }: { load: () => Promise<void> }) {
  const { openAt, failed, open, close, retry } = useFetchedOpen(load)
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
  const notOpened: ReactNode = failed && <NotOpened {...failed} onRetry={() => retry(failed)} onClose={close} />
  return { openAt, trigger, notOpened }
}
