import { type KeyboardEvent, useState } from 'react'
import { isOfConversion } from '#lib/forms/is-of-conversion.ts'

const IN_FIELD = -1

/** The next place in a list of `count`: past either end one is back in the field. */
function step(at: number, by: 1 | -1, count: number): number {
  const next = at + by
  if (next >= count) return IN_FIELD
  return next < IN_FIELD ? count - 1 : next
}

/**
 * The list of a combobox by the ARIA pattern. The focus stays in the field; arrows walk through the list and wrap over
 * the field, Enter takes the one walked to, Esc closes.
 */
export function useCombobox() {
  const [isWanted, setWanted] = useState(false)
  const [at, setAt] = useState(IN_FIELD)
  const show = (wanted: boolean) => {
    setWanted(wanted)
    setAt(IN_FIELD)
  }
  /** Moves by what a key says; `hits`: what the list holds now. */
  const walk = <Hit>(hits: readonly Hit[], onPick: (hit: Hit) => void) => {
    const isOpen = isWanted && hits.length > 0
    const move = (event: KeyboardEvent, by: 1 | -1) => {
      event.preventDefault()
      if (!isOpen) show(true)
      else if (!event.altKey) setAt(step(at, by, hits.length))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isOfConversion(event.nativeEvent)) return
      if (event.key === 'ArrowDown') return move(event, 1)
      if (event.key === 'ArrowUp') return move(event, -1)
      const hit = isOpen ? hits[at] : undefined
      const takes = event.key === 'Enter' && hit !== undefined
      // A closed list leaves Esc to what the field stands in.
      const closes = event.key === 'Escape' && isOpen
      if (!takes && !closes) return
      event.preventDefault()
      if (takes) onPick(hit)
      else show(false)
    }
    return { isOpen, onKeyDown }
  }
  return { isWanted, at, show, walk }
}
