import type { ReportedItemKind } from '@pawtrait/contract/moderation/moderation-desk.ts'

export const reportKindLabels = {
  post: 'Posts',
  comment: 'Comments',
  story: 'Stories',
  pet: 'Pets',
  user: 'People',
} as const satisfies Record<ReportedItemKind, string>
