/** A name being typed. `typed` is its text so far with `@` or `#`; `from` is the index of that character. */
export type PartialMention = { typed: string; from: number }

// A name cannot start inside a word, a URL or another name, as in contract/text/mentions.ts and hashtags.ts.
const beforeCaret = /(?<![\p{L}\p{M}\p{N}_@./&+#-])(?:@[\p{L}\p{M}\p{N}_.]{0,30}|#[\p{L}\p{M}\p{N}_]{0,50})$/u

/** Returns the name being typed at the caret, or null. */
export function findMentionAtCaret(text: string, caret: number): PartialMention | null {
  const [typed] = beforeCaret.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? null : { typed, from: caret - typed.length }
}
