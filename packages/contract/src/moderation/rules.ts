import * as v from 'valibot'

/** House rules, as listed on the rules page and named in statements. */
export const rules = [
  'cruelty',
  'children',
  'harassment',
  'private-details',
  'nudity-violence',
  'selling',
  'not-theirs',
  'spam',
  'illegal',
  'other',
] as const
export const Rule = v.picklist(rules)
export type Rule = v.InferOutput<typeof Rule>
