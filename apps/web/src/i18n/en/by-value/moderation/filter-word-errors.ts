export const filterWordErrors = {
  empty: 'Type a word first.',
  several: 'One word at a time: letters and digits only.',
  short: 'A word needs at least three letters.',
  long: 'A word has at most 30 letters.',
  known: 'This word is there already.',
  many: 'Thirty words are the most. Remove one first.',
} as const
