import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'

// Names of moderated items, such as "your post", for the end of a sentence to the owner of the item.
export const decisionSubjectsInSentence = {
  user: 'your profile',
  pet: 'your pet’s page',
  post: 'your post',
  comment: 'your comment',
  story: 'your story',
} as const satisfies Record<ReportedItemKind, string>
