/** The beginning of a name after `@` or `#`: what was typed, the sign too, and where in the text it starts. */
export type TypedName = { typed: string; from: number }

// As contract/mentions.ts and tags.ts: not inside a word, an address or another name.
const beforeCaret = /(?<![\p{L}\p{M}\p{N}_@./&+#-])(?:@[\p{L}\p{M}\p{N}_.]{0,30}|#[\p{L}\p{M}\p{N}_]{0,50})$/u

/** The name being typed at a place in a text, or null. */
export function typedName(text: string, caret: number): TypedName | null {
  const [typed] = beforeCaret.exec(text.slice(0, caret)) ?? []
  return typed === undefined ? null : { typed, from: caret - typed.length }
}
