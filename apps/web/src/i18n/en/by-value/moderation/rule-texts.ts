import type { HouseRule } from '@pawtrait/contract/moderation/rules.ts'

// For each rule: examples of violations, examples of allowed content, and the usual consequence.
export const ruleTexts = {
  cruelty: {
    wrong: 'Hurting an animal, letting it suffer, or making fun of that. This includes fights and baiting.',
    fine: 'An ill or injured animal that someone cares for, also at the vet.',
    follows: 'We take it down. We suspend or ban people who hurt animals.',
  },
  children: {
    wrong: 'Sexual content with anyone under 18, in photos, drawings or words. Asking a child for photos or meetings.',
    fine: 'A child with their pet, in clothes, in everyday life.',
    follows: 'We take it down and ban the account.',
  },
  harassment: {
    wrong: 'Insults, threats, hate against a group, or writing to someone who wants to be left alone.',
    fine: 'Disagreeing with someone, without attacking the person.',
    follows: 'The first time usually brings a warning. Threats bring a suspension or a ban.',
  },
  'private-details': {
    wrong: 'Someone’s address, phone number, papers or place of work, when they did not agree.',
    fine: 'Your own details, if you want to show them. A place that everyone knows.',
    follows: 'We hide or take down the post. You can post it again without the details.',
  },
  'nudity-violence': {
    wrong: 'Naked people, sexual acts, and people who are badly hurt or dead.',
    fine: 'Animals as they are. A hunt or a birth in nature, if the caption says so.',
    follows: 'We take it down. Often you only get a warning.',
  },
  selling: {
    wrong: 'Selling animals, asking for payment in advance, and links that want passwords or money.',
    fine: 'Looking for a new home for a pet, without a price. Naming a shelter.',
    follows: 'We take it down. Scams bring a ban.',
  },
  'not-theirs': {
    wrong: 'Posting photos of others as your own, or pretending to be someone else.',
    fine: 'Photos you took, and photos whose owner said yes.',
    follows: 'We take it down. If it happens again, we limit or suspend the account.',
  },
  spam: {
    wrong: 'The same thing again and again, unwanted adverts, and bought likes or follows.',
    fine: 'Many posts of your pet. Ten photos of one nap are ten good photos.',
    follows: 'We take it down and limit the account. Accounts made for spam are banned.',
  },
  illegal: {
    wrong: 'Anything illegal in Kenya or where you live. For example trade in protected wild animals.',
    fine: 'Writing about the law, and asking for help.',
    follows: 'We take it down. What happens to the account depends on how bad it is.',
  },
  other: {
    wrong: 'Anything else that does harm. For example false reports, and tricks to get around a ban.',
    fine: 'Honest mistakes. Tell us, and put them right.',
    follows: 'The statement says exactly what was wrong.',
  },
} as const satisfies Record<HouseRule, { wrong: string; fine: string; follows: string }>
