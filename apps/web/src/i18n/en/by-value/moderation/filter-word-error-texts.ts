export const filterWordErrorTexts = {
  empty: 'Type a word first.',
  several: 'One word at a time: letters and digits only.',
  short: 'A word needs at least three letters.',
  long: 'A word has at most 30 letters.',
  known: 'This word is already on your list.',
  many: 'You can hide 30 words. Remove one first.',
} as const
