import { type KeyboardEvent, useState } from 'react'
import type { MenuEnd } from './menu-keys.ts'

/**
 * For a menu whose choices are fetched when it is about to be opened: at which end it is open, null while it is not,
 * and what its button is given until then.
 */
export function useLazyMenu({ load }: { load: () => Promise<void> }) {
  const [openAt, setOpenAt] = useState<MenuEnd | null>(null)
  // Whether it came is said where the choices would be.
  const bring = () => load().catch(() => {})
  const fetchAhead = () => void bring()
  // The button stays until the menu is there, and keeps the focus.
  const open = async (end: MenuEnd) => {
    await bring()
    setOpenAt(end)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    void open(event.key === 'ArrowUp' ? 'last' : 'first')
  }
  const trigger = {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => void open('first'),
    onKeyDown,
    onPointerEnter: fetchAhead,
    onFocus: fetchAhead,
  } as const
  return { openAt, trigger }
}
