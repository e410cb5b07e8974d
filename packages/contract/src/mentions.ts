/**
 * A user named in written text: `@` and what can be a username, not inside a word, an address or another handle. Full
 * stops at its end belong to the sentence.
 */
export const mention =
  /(?<![\p{L}\p{M}\p{N}_@./&+-])@(?=[._]*[a-z0-9])([a-z0-9_.]{1,29}[a-z0-9_])(?!\.*[\p{L}\p{M}\p{N}_@])/giu

// More in one text would be a way to call on people.
const MOST = 20

/** The usernames a text names, each once, as they are kept: in small letters; the first 20 count. */
export const namesIn = (text: string): string[] => {
  const names = [...text.matchAll(mention)].map(([, name = '']) => name.toLowerCase())
  return [...new Set(names)].slice(0, MOST)
}
