import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'

export const decisionToasts = {
  dismiss: 'Nothing was wrong: {what}',
  warn: 'Warned {name}',
  hide: 'Hidden: {what}',
  'take-down': 'Taken down: {what}',
  limit: 'Limited {name}',
  suspend: 'Suspended {name}',
  ban: 'Banned {name}',
} as const satisfies Record<ModeratorAction, string>
