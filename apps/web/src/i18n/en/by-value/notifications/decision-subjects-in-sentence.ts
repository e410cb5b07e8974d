import type { ReportKind } from '@pawtrait/contract/moderation/moderation-desk.ts'

// Subjects of moderation decisions, for the end of a sentence addressed to the subject's owner.
export const decisionSubjectsInSentence = {
  user: 'your profile',
  pet: 'your pet’s page',
  post: 'your post',
  comment: 'your comment',
  story: 'your story',
} as const satisfies Record<ReportKind, string>
