import { type ReactNode, useEffect, useRef } from 'react'
import styles from './Suggestion.module.css'

type SuggestionProps = {
  id: string
  /** The arrows are at it. */
  isActive: boolean
  /** It can be read, not taken. */
  isOff?: boolean
  onPick: () => void
  picture: ReactNode
  children: ReactNode
}

/** One option of a list below a field. The keyboard reaches it through the field, whose focus a press must not take. */
export function Suggestion({ id, isActive, isOff = false, onPick, picture, children }: SuggestionProps) {
  const option = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The focus, which would bring it into view, stays in the field.
    if (isActive) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    <button
      ref={option}
      type="button"
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={isOff || undefined}
      className={styles.option}
      onPointerDown={(event) => event.preventDefault()}
      onClick={isOff ? undefined : onPick}
    >
      {picture}
      {children}
    </button>
  )
}

/** A text with what was typed underlined where a word begins with it. */
export function Marked({ text, typed }: { text: string; typed: string }) {
  const at = ` ${text}`.toLowerCase().indexOf(` ${typed.toLowerCase()}`)
  if (at < 0 || typed === '') return text
  const end = at + typed.length
  return (
    <>
      {text.slice(0, at)}
      <mark className={styles.mark}>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  )
}
