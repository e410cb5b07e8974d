import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'

export const decisionSentences = {
  dismiss: 'A moderator found nothing wrong with {what}',
  warn: 'A moderator warned you about {what}',
  hide: 'A moderator hid {what}',
  'take-down': 'A moderator took down {what}',
  limit: 'A moderator limited your account',
  suspend: 'A moderator suspended your account',
  ban: 'A moderator banned your account',
} as const satisfies Record<ModeratorAction, string>
