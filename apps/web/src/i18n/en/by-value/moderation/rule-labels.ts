import type { HouseRule } from '@pawtrait/contract/moderation/rules.ts'

export const ruleLabels = {
  cruelty: 'No cruelty to animals',
  children: 'Nothing that harms children',
  harassment: 'No bullying, no threats',
  'private-details': 'No private details of others',
  'nudity-violence': 'No nudity, no violence',
  selling: 'No selling of animals, no scams',
  'not-theirs': 'Only photos you may use',
  spam: 'No spam',
  illegal: 'Nothing illegal',
  other: 'Fair to everyone here',
} as const satisfies Record<HouseRule, string>
