import { type RefObject, useEffect, useState } from 'react'
import { findMentionAtCaret, type PartialMention } from './mention-at-caret.ts'

/** Returns the name being typed at the caret; null after `dismiss`, until the user changes the typed name. */
export function useMentionAtCaret(field: RefObject<HTMLTextAreaElement | null>) {
  const [name, setName] = useState<PartialMention | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)
  useEffect(() => {
    const update = () => {
      const { current } = field
      const isTyping = current !== null && document.activeElement === current
      const isPlace = isTyping && current.selectionStart === current.selectionEnd
      const mention = isPlace ? findMentionAtCaret(current.value, current.selectionStart) : null
      setName((current) => (current?.typed === mention?.typed && current?.from === mention?.from ? current : mention))
      if (!mention) setDismissed(null)
    }
    update()
    // Reads the field in a timeout, because some of these events fire before the text of the field changes.
    const stopping = new AbortController()
    for (const type of ['selectionchange', 'input', 'focusin', 'focusout'])
      document.addEventListener(type, () => setTimeout(update), { signal: stopping.signal })
    return () => stopping.abort()
  }, [field])
  const isDismissed = name !== null && dismissed === name.typed
  return { name: isDismissed ? null : name, dismiss: () => setDismissed(name?.typed ?? null) }
}
