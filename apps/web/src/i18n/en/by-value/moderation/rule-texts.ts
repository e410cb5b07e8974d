import type { HouseRule } from '@pawtrait/contract/moderation/rules.ts'

// For each rule: examples of violations, examples of allowed content, and the usual consequence.
export const ruleTexts = {
  cruelty: {
    notAllowed: 'Hurting an animal, letting it suffer, or making fun of that. This includes fights and baiting.',
    allowed: 'An ill or injured animal that someone cares for, also at the vet.',
    consequence: 'We take it down. We suspend or ban people who hurt animals.',
  },
  children: {
    notAllowed:
      'Sexual content with anyone under 18, in photos, drawings or words. Asking a child for photos or meetings.',
    allowed: 'A child with their pet, in clothes, in everyday life.',
    consequence: 'We take it down and ban the account.',
  },
  harassment: {
    notAllowed: 'Insults, threats, hate against a group, or writing to someone who wants to be left alone.',
    allowed: 'Disagreeing with someone, without attacking the person.',
    consequence: 'The first time usually brings a warning. Threats bring a suspension or a ban.',
  },
  'private-details': {
    notAllowed: 'Someone’s address, phone number, papers or place of work, when they did not agree.',
    allowed: 'Your own details, if you want to show them. A place that everyone knows.',
    consequence: 'We hide or take down the post. You can post it again without the details.',
  },
  'nudity-violence': {
    notAllowed: 'Naked people, sexual acts, and people who are badly hurt or dead.',
    allowed: 'Animals as they are. A hunt or a birth in nature, if the caption says so.',
    consequence: 'We take it down. Often you only get a warning.',
  },
  selling: {
    notAllowed: 'Selling animals, asking for payment in advance, and links that want passwords or money.',
    allowed: 'Looking for a new home for a pet, without a price. Naming a shelter.',
    consequence: 'We take it down. Scams bring a ban.',
  },
  'not-theirs': {
    notAllowed: 'Posting photos of others as your own, or pretending to be someone else.',
    allowed: 'Photos you took, and photos whose owner said yes.',
    consequence: 'We take it down. If it happens again, we limit or suspend the account.',
  },
  spam: {
    notAllowed: 'The same thing again and again, unwanted adverts, and bought likes or follows.',
    allowed: 'Many posts of your pet. Ten photos of one nap are ten good photos.',
    consequence: 'We take it down and limit the account. Accounts made for spam are banned.',
  },
  illegal: {
    notAllowed: 'Anything illegal in Kenya or where you live. For example trade in protected wild animals.',
    allowed: 'Writing about the law, and asking for help.',
    consequence: 'We take it down. What happens to the account depends on how bad it is.',
  },
  other: {
    notAllowed: 'Anything else that does harm. For example false reports, and tricks to get around a ban.',
    allowed: 'Honest mistakes. Tell us, and put them right.',
    consequence: 'The statement says exactly what was wrong.',
  },
} as const satisfies Record<HouseRule, { notAllowed: string; allowed: string; consequence: string }>
