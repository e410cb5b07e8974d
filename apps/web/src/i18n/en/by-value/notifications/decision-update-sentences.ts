// Sentences about a moderation decision that was undone, upheld or overturned later.
export const decisionUpdateSentences = {
  undone: 'The decision about {what} was undone',
  upheld: 'Another moderator read your appeal. The decision stays',
  overturned: 'Another moderator read your appeal. You were right, and the decision is undone',
} as const
