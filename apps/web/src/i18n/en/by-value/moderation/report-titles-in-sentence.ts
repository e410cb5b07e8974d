import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'

// Names of reported items, for use in the middle of a sentence.
export const reportTitlesInSentence = {
  user: 'profile of {name}',
  pet: 'pet page of {name}',
  post: 'post by {name}',
  comment: 'comment by {name}',
  story: 'story by {name}',
} as const satisfies Record<ReportedItemKind, string>
