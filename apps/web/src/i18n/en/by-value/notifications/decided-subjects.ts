import type { ReportKind } from '@pawtrait/contract/moderation/moderation-desk.ts'

// What a decision is about, for the end of a sentence to its owner.
export const decidedSubjects = {
  user: 'your profile',
  pet: 'your pet’s page',
  post: 'your post',
  comment: 'your comment',
  story: 'your story',
} as const satisfies Record<ReportKind, string>
