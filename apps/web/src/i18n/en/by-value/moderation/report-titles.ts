import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'

export const reportTitles = {
  user: 'Profile of {name}',
  pet: 'Pet page of {name}',
  post: 'Post by {name}',
  comment: 'Comment by {name}',
  story: 'Story by {name}',
} as const satisfies Record<ReportedItemKind, string>
