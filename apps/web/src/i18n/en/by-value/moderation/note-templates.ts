import type { HouseRule } from '@pawtrait/contract/moderation/rules.ts'

// Templates for a note to the affected user; moderators may edit every word.
export const noteTemplates = {
  cruelty: 'This shows an animal that is hurt or suffers. We do not allow that here.',
  children: 'This harms children. We do not allow it here in any form.',
  harassment: 'This insults or threatens someone. You can disagree, but do not attack the person.',
  'private-details': 'This shows private details of someone. You can post it again without them.',
  'nudity-violence': 'This shows naked or badly hurt people. Please do not post that here.',
  selling: 'Animals are not sold here, and nobody may be asked for money in advance.',
  'not-theirs': 'Someone told us that this is theirs. Please post only photos you may use.',
  spam: 'This was posted many times, or is an advert. Please do not do that here.',
  illegal: 'This is against the law. We cannot keep it here.',
  other: 'This harms others here. Please read the rules.',
} as const satisfies Record<HouseRule, string>
