import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'

// Consequences of a moderation decision, addressed to the affected user.
export const decisionConsequences = {
  dismiss: 'It stays as it is.',
  warn: 'Nothing else changes. Please read the rule.',
  hide: 'Only you still see it.',
  'take-down': 'Nobody sees it any more. We keep it for 180 days, in case you appeal.',
  limit: 'Only people who follow you find you and what you post.',
  suspend: 'You can’t log in until the time below.',
  ban: 'You can’t log in any more.',
} as const satisfies Record<ModeratorAction, string>
