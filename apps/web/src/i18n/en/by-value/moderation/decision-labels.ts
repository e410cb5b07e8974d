import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'

export const decisionLabels = {
  dismiss: 'Nothing was wrong',
  warn: 'Warning',
  hide: 'Hidden',
  'take-down': 'Taken down',
  limit: 'Account limited',
  suspend: 'Account suspended',
  ban: 'Account banned',
} as const satisfies Record<ModeratorAction, string>
