import { type KeyboardEvent, useState } from 'react'
import { isImeComposition } from '#lib/forms/is-ime-composition.ts'

const IN_FIELD = -1

/**
 * Returns the index of the next option. After the last and before the first option, returns `IN_FIELD`: the text field.
 */
function findNextIndex(index: number, direction: 1 | -1, count: number): number {
  const next = index + direction
  if (next >= count) return IN_FIELD
  return next < IN_FIELD ? count - 1 : next
}

/**
 * Combobox list that follows the ARIA pattern. Focus stays in the field. Arrow keys move through the list, and from
 * either end back to the field. Enter selects the option, Esc closes the list.
 */
export function useCombobox() {
  const [isWanted, setWanted] = useState(false)
  const [at, setAt] = useState(IN_FIELD)
  const show = (wanted: boolean) => {
    setWanted(wanted)
    setAt(IN_FIELD)
  }
  /** Returns whether the list is open, and the key handler of the text field. `options` are the options in the list. */
  const walk = <Option>(options: readonly Option[], onPick: (option: Option) => void) => {
    const isOpen = isWanted && options.length > 0
    const move = (event: KeyboardEvent, direction: 1 | -1) => {
      event.preventDefault()
      if (!isOpen) show(true)
      else if (!event.altKey) setAt(findNextIndex(at, direction, options.length))
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (isImeComposition(event.nativeEvent)) return
      if (event.key === 'ArrowDown') return move(event, 1)
      if (event.key === 'ArrowUp') return move(event, -1)
      const option = isOpen ? options[at] : undefined
      const isSelection = event.key === 'Enter' && option !== undefined
      // Esc closes the list only if the list is open. Otherwise Esc closes the dialog around the field.
      const isClose = event.key === 'Escape' && isOpen
      if (!isSelection && !isClose) return
      event.preventDefault()
      if (isSelection) onPick(option)
      else show(false)
    }
    return { isOpen, onKeyDown }
  }
  return { isWanted, at, show, walk }
}
