import type { ModeratorAction } from '@pawtrait/contract/moderation/decisions.ts'

export const deskActionLabels = {
  dismiss: { label: 'Nothing wrong', help: 'It stays as it is. The reports are closed.' },
  warn: { label: 'Warn', help: 'They are told. Nothing else changes.' },
  hide: { label: 'Hide the post', help: 'Only its author still sees it.' },
  'take-down': { label: 'Take it down', help: 'Nobody sees it. Kept for 180 days, in case of an appeal.' },
  limit: { label: 'Limit the account', help: 'Only followers find them and what they post.' },
  suspend: { label: 'Suspend the account', help: 'No log-in for some days. They can appeal.' },
  ban: { label: 'Ban the account', help: 'No log-in any more. They can appeal.' },
} as const satisfies Record<ModeratorAction, { label: string; help: string }>
