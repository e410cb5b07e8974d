import { type RefObject, useEffect, useState } from 'react'
import { findMentionAtCaret, type PartialMention } from './mention-at-caret.ts'

/** Returns the name being typed at the caret; null after `dismiss`, until the user changes the typed name. */
export function useMentionAtCaret(field: RefObject<HTMLTextAreaElement | null>) {
  const [name, setName] = useState<PartialMention | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)
  useEffect(() => {
    const look = () => {
      const { current } = field
      const isTyping = current !== null && document.activeElement === current
      const isPlace = isTyping && current.selectionStart === current.selectionEnd
      const found = isPlace ? findMentionAtCaret(current.value, current.selectionStart) : null
      setName((current) => (current?.typed === found?.typed && current?.from === found?.from ? current : found))
      if (!found) setDismissed(null)
    }
    look()
    // Reads the field in a timeout, because some of these events fire before the text of the field changes.
    const stopping = new AbortController()
    for (const type of ['selectionchange', 'input', 'focusin', 'focusout'])
      document.addEventListener(type, () => setTimeout(look), { signal: stopping.signal })
    return () => stopping.abort()
  }, [field])
  const isDismissed = name !== null && dismissed === name.typed
  return { name: isDismissed ? null : name, dismiss: () => setDismissed(name?.typed ?? null) }
}
