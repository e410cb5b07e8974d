/**
 * A user named in written text: `@` and what can be a username, not inside a word, an address or another handle. Full
 * stops at its end belong to the sentence.
 */
export const mention =
  /(?<![\p{L}\p{M}\p{N}_@./&+-])@(?=[._]*[a-z0-9])([a-z0-9_.]{1,29}[a-z0-9_])(?!\.*[\p{L}\p{M}\p{N}_@])/giu
