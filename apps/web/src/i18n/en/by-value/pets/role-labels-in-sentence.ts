export const roleLabelsInSentence = {
  owner: 'an owner',
  family: 'family',
  carer: 'a carer',
  sitter: 'a sitter',
} as const
